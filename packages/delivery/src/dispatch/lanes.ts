type Host = { name: string; running: number; waiting: Set<Lane> }
type Lane = {
  name: string
  host: Host
  running: number
  waiting: string[]
  concurrencyLimit: number
}

type Options = {
  /** Runs one id. Resolves to false if an attempt was made and the recipient did not take the delivery. */
  work: (id: string) => Promise<boolean>
  maxRunning: number
  maxRunningPerLane: number
  maxRunningPerHost: number
  /** Ids kept in memory. Further ids are dropped, because the sweep finds their rows later. */
  maxWaiting: number
  maxWaitingPerLane: number
  /** Called when half of `maxWaiting` is free again after ids were dropped. */
  onCapacity: () => void
}

export type Lanes = {
  /** Starts `id` as soon as its lane (one per recipient) and host allow. Ignores a known id. */
  add(id: string, lane: string, host: string): void
  /** Starts no further ids, and resolves when the running ones have ended. */
  drain(): Promise<void>
}

const INITIAL_LIMIT = 20
const LIMIT_STEP = 4
/** A failing recipient gets few attempts at a time, so that its time-outs do not occupy its host. */
const FAILING_LIMIT = 2

/**
 * Adaptive concurrency per recipient. A lane starts with `INITIAL_LIMIT`, gains `LIMIT_STEP` with
 * every success and falls to `FAILING_LIMIT` on a failure. A lane never takes more than what is
 * left of its host's limit, nor a host more than what is left of the total, so that hanging
 * recipients cannot use up the capacity of the others.
 */
export function openLanes(options: Options): Lanes {
  const { work, maxRunning, maxRunningPerHost, maxRunningPerLane } = options
  const { maxWaiting, maxWaitingPerLane, onCapacity } = options
  const hosts = new Map<string, Host>()
  const lanes = new Map<string, Lane>()
  const known = new Set<string>()
  const onIdle: (() => void)[] = []
  let running = 0
  let hasDropped = false
  let isClosed = false

  const hostHasCapacity = (host: Host) => host.running < maxRunning - running
  const hasCapacity = (lane: Lane) =>
    hostHasCapacity(lane.host) &&
    lane.running < Math.min(lane.concurrencyLimit, maxRunningPerHost - lane.host.running)

  /** Starts one id per lane in turn. A lane that is added back to the set is visited again. */
  const startWaiting = (host: Host) => {
    for (const lane of host.waiting) {
      if (isClosed || host.running >= maxRunningPerHost || !hostHasCapacity(host)) return
      if (!hasCapacity(lane)) continue
      const id = lane.waiting.shift() as string
      host.waiting.delete(lane)
      if (lane.waiting.length > 0) host.waiting.add(lane)
      start(id, lane)
    }
  }
  const ended = (lane: Lane) => {
    const { host } = lane
    startWaiting(host)
    if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(lane.name)
    if (host.running === 0 && host.waiting.size === 0) hosts.delete(host.name)
    for (const other of hosts.values()) {
      if (other.waiting.size > 0 && other !== host) startWaiting(other)
    }
    if (hasDropped && known.size < maxWaiting / 2) {
      hasDropped = false
      onCapacity()
    }
    if (running === 0) for (const resolve of onIdle.splice(0)) resolve()
  }
  const start = (id: string, lane: Lane) => {
    running++
    lane.running++
    lane.host.running++
    work(id)
      .then((succeeded) => {
        const raised = Math.max(lane.concurrencyLimit + LIMIT_STEP, INITIAL_LIMIT)
        lane.concurrencyLimit = succeeded ? Math.min(raised, maxRunningPerLane) : FAILING_LIMIT
      })
      .finally(() => {
        running--
        lane.running--
        lane.host.running--
        known.delete(id)
        ended(lane)
      })
  }

  const laneOf = (name: string, hostName: string): Lane => {
    const host = hosts.get(hostName) ?? { name: hostName, running: 0, waiting: new Set<Lane>() }
    const created = { name, host, running: 0, waiting: [], concurrencyLimit: INITIAL_LIMIT }
    return lanes.get(name) ?? created
  }

  return {
    add(id, recipient, hostName) {
      if (isClosed || known.has(id)) return
      // The name includes the host, so a recipient that moves to another host gets a new lane.
      const lane = laneOf(`${hostName} ${recipient}`, hostName)
      if (known.size >= maxWaiting || lane.waiting.length >= maxWaitingPerLane) {
        hasDropped = true
        return
      }
      known.add(id)
      lanes.set(lane.name, lane)
      hosts.set(lane.host.name, lane.host)
      if (lane.waiting.length === 0 && hasCapacity(lane)) return start(id, lane)
      lane.waiting.push(id)
      lane.host.waiting.add(lane)
    },
    drain() {
      isClosed = true
      return running === 0 ? Promise.resolve() : new Promise((resolve) => onIdle.push(resolve))
    },
  }
}
