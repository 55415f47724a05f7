// The program. It is JavaScript, because Node needs the cache before it reads the first TypeScript file.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Keeps the compiled code of every module, so that later starts neither strip types nor compile.
enableCompileCache(
  fileURLToPath(new URL('../../node_modules/.cache/quartermaster', import.meta.url)),
)
await import('./src/main.ts')
