import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build } from 'vite'

// `node build.ts FOLDER HASH`: builds into a folder next to FOLDER and then replaces it, so that a
// gateway that reads FOLDER never finds half of a build.
const [target, hash] = process.argv.slice(2)
if (target === undefined || hash === undefined) throw new Error('usage: node build.ts FOLDER HASH')

// The tests run with NODE_ENV=test, for which Vite would build React's development version.
// biome-ignore lint/style/noProcessEnv: Vite has no other setting for it.
process.env.NODE_ENV = 'production'

const root = import.meta.dirname
const temporary = `${target}.${process.pid}`
await mkdir(dirname(target), { recursive: true })
await build({
  root,
  configFile: false,
  logLevel: 'error',
  // Below the `<base>` of the page.
  base: './',
  build: {
    outDir: temporary,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Files of any size: a data URL would be an inline style.
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    reportCompressedSize: false,
  },
})
await writeFile(join(temporary, 'sources.sha256'), hash)
await rm(`${target}.old`, { recursive: true, force: true })
await rename(target, `${target}.old`).catch(() => {})
await rename(temporary, target)
await rm(`${target}.old`, { recursive: true, force: true })
