// Imported before the gateway: prints every module of OpenTelemetry that the process loads.
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    if (url.includes('@opentelemetry')) process.stdout.write(`loaded ${url}\n`)
    return next(url, context)
  },
})
