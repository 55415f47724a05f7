/** Takes away what reaches other processes: the parent of this one is the gateway. */
export function withoutSignals(): void {
  const kill = process.kill.bind(process)
  process.kill = (pid, signal) => {
    if (pid === process.pid) return kill(pid, signal)
    throw new Error(
      'process.kill reaches other processes. Add "processes" to the permissions of the manifest',
    )
  }
  Object.defineProperty(process, 'ppid', { value: 0 })
}
