import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
const PAGE_BYTES = 4096

/** CPU milliseconds a process and its children have used; undefined where there is no /proc. */
export function cpuMs(pid: number): number | undefined {
  try {
    return [pid, ...descendantsOf(pid)].reduce((sum, id) => sum + ownCpuMs(id), 0)
  } catch {
    return undefined
  }
}

/** Resident memory of one process in megabytes; undefined where there is no /proc. */
export function residentMb(pid: number): number | undefined {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
    return (Number(pages) * PAGE_BYTES) / 1024 / 1024
  } catch {
    return undefined
  }
}

function ownCpuMs(pid: number): number {
  const fields = statFields(pid)
  if (fields === undefined) return 0
  // utime, stime and what exited children used; fields[0] is the state, the third of /proc/PID/stat.
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
  return (ticks / TICKS_PER_SECOND) * 1000
}

function statFields(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = statFields(Number(name))?.[1]
    if (parent !== undefined) parents.set(Number(name), Number(parent))
  }
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id)
    return parent !== undefined && (parent === pid || (parent > 1 && isBelow(parent)))
  }
  return [...parents.keys()].filter(isBelow)
}
