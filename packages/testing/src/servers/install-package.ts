import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { PATH, QM_TEST_INSTALL } from '../environment.ts'

const run = promisify(execFile)

/** Installs a Debian package, as root where apt-get exists; `QM_TEST_INSTALL=0` forbids it. */
export async function installPackage(name: string): Promise<boolean> {
  if (QM_TEST_INSTALL === '0' || process.getuid?.() !== 0) return false
  const hasApt = await run('apt-get', ['--version']).then(
    () => true,
    () => false,
  )
  if (!hasApt) return false
  console.warn(`No ${name} found: running apt-get install ${name} (QM_TEST_INSTALL=0 forbids it)`)
  const options = { env: { PATH: PATH ?? '', DEBIAN_FRONTEND: 'noninteractive' } }
  // Two workers may need packages at the same time.
  const install = () =>
    run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', name], options)
  try {
    await install()
  } catch {
    // A fresh image has no package lists.
    await run('apt-get', ['update'], options).catch(() => {})
    return install().then(
      () => true,
      () => false,
    )
  }
  return true
}
