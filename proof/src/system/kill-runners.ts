import { readdirSync, readFileSync } from 'node:fs'

const RUNNER = 'module-runner/src/runner/main.ts'

/** `kill -9` of all processes in which a gateway runs the modules of tool folders. */
export function killRunners(gateway: number): void {
  const parents = new Map(processes().map((pid) => [pid, parentOf(pid)]))
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === gateway || isBelow(parents.get(pid)))
  for (const pid of parents.keys()) {
    if (!isBelow(pid) || !read(pid, 'cmdline').includes(RUNNER)) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended in the meantime.
    }
  }
}

const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

/** The parent is the second field after the name, which is in parentheses and may contain spaces. */
function parentOf(pid: number): number | undefined {
  const stat = read(pid, 'stat')
  return stat === '' ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
