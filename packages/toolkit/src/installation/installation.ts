import { isAbsolute, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository or of the installed package, which contains migrations/ and tools/. */
export const INSTALLATION = fileURLToPath(new URL('../../../../', import.meta.url))

/** Whether this is the package from the npm registry rather than a clone of the repository. */
export const IS_INSTALLED = INSTALLATION.includes(`${sep}node_modules${sep}`)

/** Resolves a path in a setting: relative to the root of a clone, otherwise to the working directory. */
export const fromBase = (path: string): string =>
  isAbsolute(path) ? path : resolve(IS_INSTALLED ? process.cwd() : INSTALLATION, path)
