import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openScratchFolder } from './scratch-folder.ts'

function parentFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'quartermaster-scratch-test-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  return parent
}

const leave = (parent: string, owner: object) => {
  const folder = join(parent, `qm-${Math.random()}`)
  mkdirSync(folder)
  writeFileSync(
    join(folder, '.owner'),
    JSON.stringify({ host: hostname(), startedAt: '', ...owner }),
  )
  return folder
}

test('A20 folders of processes that were killed are removed at the next start', () => {
  const parent = parentFolder()
  const { pid } = spawnSync('true')
  const dead = leave(parent, { pid })
  // A restarted container often gives a new process the same pid.
  const recycled = leave(parent, { pid: process.pid, startedAt: '1' })
  const elsewhere = leave(parent, { pid, host: 'another-machine' })
  const own = openScratchFolder(parent, 'qm-')
  const second = openScratchFolder(parent, 'qm-')
  expect([dead, recycled, elsewhere, own, second].map((folder) => existsSync(folder))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
  expect(own).not.toContain(String(process.pid))
})
