type Host = { name: string; running: number; waiting: Set<Lane> }
type Lane = {
  name: string
  host: Host
  running: number
  waiting: string[]
  /** At once, as far as it has shown that it can. */
  trust: number
}

type Options = {
  /** Does the work of one id; says whether the place it went to is well. */
  work: (id: string) => Promise<boolean>
  /** At once, in all. */
  most: number
  /** At once to one recipient that is well, and to one host. */
  mostPerLane: number
  mostPerHost: number
  /** Ids that wait in memory; what comes on top is dropped, since its row will be found again. */
  mostWaiting: number
  mostWaitingPerLane: number
  /** Something was dropped, and there is room again. */
  onRoom: () => void
}

export type Lanes = {
  /**
   * Begins as soon as the lane, which is one recipient's, and its host allow; an id that is waiting
   * or under way already is not doubled.
   */
  add(id: string, lane: string, host: string): void
  size(): number
  /** Takes nothing more, and comes back when what is under way has ended. */
  drain(): Promise<void>
}

const UNKNOWN = 20
const MORE = 4
// A recipient that fails gets a trickle, so that waiting for it takes no room from the others.
const FAILING = 2

/**
 * Keeps what goes to one recipient from taking the room of what goes to others. Each begins with a
 * few at once and gets more with every success, so that those who hang hold little. It never
 * gets more places of its host than the host has left, and a host no more than there are left in all.
 */
export function openLanes(options: Options): Lanes {
  const { work, most, mostPerHost, mostPerLane, mostWaiting, mostWaitingPerLane, onRoom } = options
  const hosts = new Map<string, Host>()
  const lanes = new Map<string, Lane>()
  const known = new Set<string>()
  const idle: (() => void)[] = []
  let running = 0
  let isOverfull = false
  let isClosed = false

  const hostHasRoom = (host: Host) => host.running < most - running
  const hasRoom = (lane: Lane) =>
    hostHasRoom(lane.host) && lane.running < Math.min(lane.trust, mostPerHost - lane.host.running)

  /** One for each lane in turn, as long as there is room for any. */
  const serve = (host: Host) => {
    // A lane that is put back is come to again, after the others.
    for (const lane of host.waiting) {
      if (isClosed || host.running >= mostPerHost || !hostHasRoom(host)) return
      if (!hasRoom(lane)) continue
      const id = lane.waiting.shift() as string
      host.waiting.delete(lane)
      if (lane.waiting.length > 0) host.waiting.add(lane)
      begin(id, lane)
    }
  }
  const ended = (lane: Lane) => {
    const { host } = lane
    serve(host)
    // A failing one is remembered while others wait for it; then it may show itself anew.
    if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(lane.name)
    if (host.running === 0 && host.waiting.size === 0) hosts.delete(host.name)
    for (const other of hosts.values()) if (other.waiting.size > 0 && other !== host) serve(other)
    if (isOverfull && known.size < mostWaiting / 2) {
      isOverfull = false
      onRoom()
    }
    if (running === 0) for (const done of idle.splice(0)) done()
  }
  const begin = (id: string, lane: Lane) => {
    running++
    lane.running++
    lane.host.running++
    work(id)
      .then((isWell) => {
        lane.trust = isWell ? Math.min(Math.max(lane.trust + MORE, UNKNOWN), mostPerLane) : FAILING
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
    return lanes.get(name) ?? { name, host, running: 0, waiting: [], trust: UNKNOWN }
  }

  return {
    add(id, recipient, hostName) {
      if (isClosed || known.has(id)) return
      // Somebody who moves to another host is somebody else there.
      const lane = laneOf(`${hostName} ${recipient}`, hostName)
      if (known.size >= mostWaiting || lane.waiting.length >= mostWaitingPerLane) {
        isOverfull = true
        return
      }
      known.add(id)
      lanes.set(lane.name, lane)
      hosts.set(lane.host.name, lane.host)
      if (lane.waiting.length === 0 && hasRoom(lane)) return begin(id, lane)
      lane.waiting.push(id)
      lane.host.waiting.add(lane)
    },
    size: () => known.size,
    drain() {
      isClosed = true
      return running === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))
    },
  }
}
