// `node apps/gateway/src/console/build-now.ts`: builds the console, for images and packages.
import { buildConsole } from './build-console.ts'

await buildConsole({
  onError: (error) => {
    throw error
  },
})
