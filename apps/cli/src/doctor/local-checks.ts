import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dataDir } from '../environment.ts'
import { type Check, Warning } from './check.ts'

const LOW_BYTES = 1024 ** 3

/** Checks of this machine, if the data folder of the gateway is here. */
export const LOCAL_CHECKS: readonly Check[] = [
  {
    name: 'disk has space',
    run: async ({ url }) => {
      const folder = dataDir()
      if (!isLocal(url) || !existsSync(folder)) return 'the data folder is not on this machine'
      const { bavail, bsize } = await statfs(folder)
      const free = bavail * bsize
      const text = `${(free / 1024 ** 3).toFixed(1)} GiB free at ${folder}`
      if (free < LOW_BYTES) throw new Warning(text)
      return text
    },
  },
]

const isLocal = (url: string): boolean =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
