#!/usr/bin/env node
// The program needs Node.js 24. An older one starts the copy that the package `node` installs.
import { spawn } from 'node:child_process'
import module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

if (Number.parseInt(process.versions.node, 10) >= 24) {
  module.enableCompileCache()
  await import('../apps/cli/src/main.js')
} else {
  const words = [fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const child = spawn(findNode(), words, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
}

function findNode() {
  try {
    const file = createRequire(import.meta.url).resolve('node/package.json')
    return join(dirname(file), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    console.error('Quartermaster needs Node.js 24 or newer.')
    process.exit(1)
  }
}
