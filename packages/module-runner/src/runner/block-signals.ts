import { syncBuiltinESMExports } from 'node:module'
import os, { constants } from 'node:os'

type Internals = { _kill(pid: number, signal: number): number }

// Undocumented members of `process` that reach other processes or live handles.
const INTERNALS = [
  '_kill',
  '_debugProcess',
  '_debugEnd',
  '_getActiveHandles',
  '_getActiveRequests',
] as const

/** Blocks signals to other processes: the parent of this one is the gateway. */
export function blockSignals(): void {
  const { _kill: kill } = process as unknown as Internals
  process.kill = (pid, signal = 'SIGTERM') => {
    if (pid !== process.pid) refuse('process.kill')
    const number = typeof signal === 'number' ? signal : constants.signals[signal as NodeJS.Signals]
    kill.call(process, pid, number)
    return true
  }
  for (const name of INTERNALS) Reflect.deleteProperty(process, name)
  os.setPriority = () => refuse('os.setPriority')
  syncBuiltinESMExports()
  Object.defineProperty(process, 'ppid', { value: 0 })
}

function refuse(name: string): never {
  throw new Error(
    `${name} affects other processes. Add "processes" to the permissions of the manifest`,
  )
}
