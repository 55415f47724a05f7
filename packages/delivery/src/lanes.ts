type Lane = { name: string; running: number; waiting: string[]; isFailing: boolean }

type Options = {
  /** Does the work of one id; says whether the place it went to is well. */
  work: (id: string) => Promise<boolean>
  /** At once, in all. */
  most: number
  /** At once to one place that is well. */
  mostPerLane: number
  /** Ids that wait in memory; what comes on top is dropped, since its row will be found again. */
  mostWaiting: number
  mostWaitingPerLane: number
  /** Something was dropped, and there is room again. */
  onRoom: () => void
}

export type Lanes = {
  /** Begins as soon as the lane allows; an id that is waiting or under way already is not doubled. */
  add(id: string, lane: string): void
  size(): number
  /** Takes nothing more, and comes back when what is under way has ended. */
  drain(): Promise<void>
}

// A place that fails gets a trickle, so that waiting for it takes no room from the others.
const FAILING = 2

/** Keeps what goes to one place from taking the room of what goes to others. */
export function openLanes(options: Options): Lanes {
  const { work, most, mostPerLane, mostWaiting, mostWaitingPerLane, onRoom } = options
  const lanes = new Map<string, Lane>()
  const known = new Set<string>()
  const idle: (() => void)[] = []
  let running = 0
  let waiting = 0
  let isOverfull = false
  let isClosed = false

  const hasRoom = (lane: Lane) =>
    running < most && lane.running < (lane.isFailing ? FAILING : mostPerLane)

  const serve = (lane: Lane) => {
    while (!isClosed && lane.waiting.length > 0 && hasRoom(lane)) {
      waiting--
      begin(lane.waiting.shift() ?? '', lane)
    }
  }
  const ended = (lane: Lane) => {
    serve(lane)
    // A failing one is remembered while others wait for it; then it may show itself anew.
    if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(lane.name)
    if (waiting > 0 && running < most) for (const other of lanes.values()) serve(other)
    if (isOverfull && known.size < mostWaiting / 2) {
      isOverfull = false
      onRoom()
    }
    if (running === 0) for (const done of idle.splice(0)) done()
  }
  const begin = (id: string, lane: Lane) => {
    running++
    lane.running++
    work(id)
      .then((isWell) => {
        lane.isFailing = !isWell
      })
      .finally(() => {
        running--
        lane.running--
        known.delete(id)
        ended(lane)
      })
  }

  return {
    add(id, name) {
      if (isClosed || known.has(id)) return
      const lane = lanes.get(name) ?? { name, running: 0, waiting: [], isFailing: false }
      if (known.size >= mostWaiting || lane.waiting.length >= mostWaitingPerLane) {
        isOverfull = true
        return
      }
      known.add(id)
      lanes.set(name, lane)
      if (lane.waiting.length === 0 && hasRoom(lane)) return begin(id, lane)
      lane.waiting.push(id)
      waiting++
    },
    size: () => known.size,
    drain() {
      isClosed = true
      return running === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))
    },
  }
}
