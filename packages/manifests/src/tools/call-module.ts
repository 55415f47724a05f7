import { cleanMessage, type FetchedResponse, type Limits } from '@quartermaster/module-runner'
import {
  type Call,
  type ConcurrencyLimit,
  MalformedJson,
  parseJson,
  stringifyJson,
  ToolError,
} from '@quartermaster/toolkit'
import type { LoadedFolder } from '../folder/load-folder.ts'
import type { FunctionSpec } from '../manifest/manifest.ts'
import { cleanLog } from './clean-log.ts'
import { fetchForModule } from './fetch-for-module.ts'
import { toToolError } from './module-errors.ts'
import type { Outbound } from './outbound.ts'
import { upstreamIdempotencyKey } from './upstream-idempotency-key.ts'

export type ModuleCall = {
  readonly folder: LoadedFolder
  readonly spec: FunctionSpec
  readonly outbound: Outbound
  readonly limits: Pick<Limits, 'memory' | 'answer'>
  /** Shared by the fetches of all modules. */
  readonly fetchLimit: ConcurrencyLimit
  readonly thread: string | null
}

/** Runs a function of a folder's module in one of the folder's processes. */
export async function callModule(
  { folder, spec, outbound, limits, fetchLimit, thread }: ModuleCall,
  input: Record<string, unknown>,
  call: Call<unknown>,
): Promise<unknown> {
  const { id, pool } = folder
  const { name, timeoutSeconds } = spec
  const { caller, signal, requestId } = call
  const secrets = Object.values(folder.secrets)
  const log = cleanLog(call.log, id, secrets)
  try {
    const result = await pool?.call({
      name,
      input: stringifyJson(input),
      context: {
        agent: caller.agent,
        workspace: caller.workspace,
        toolset: id,
        thread,
        requestId,
        idempotencyKey: upstreamIdempotencyKey(call, { toolset: id, thread, name }),
      },
      signal,
      log,
      onOutput: (level, message) => folder.log?.add(level, cleanMessage(message, secrets), name),
      onProgress: ({ progress, total, message }) => call.progress?.(progress, total, message),
      fetch: (request, ended) =>
        withinLimit(fetchLimit, ended, () =>
          fetchForModule(outbound, request, {
            signal: ended,
            timeoutMs: timeoutSeconds * 1000,
            log,
          }),
        ),
    })
    return parseJson(result ?? 'null')
  } catch (error) {
    if (error instanceof MalformedJson) {
      const message = `The tool '${name}' returned a result that cannot be read: ${error.message}.`
      throw new ToolError('tool_failed', message)
    }
    const failure = toToolError(error, { name, ...limits, secrets })
    if (failure instanceof ToolError && failure.code === 'tool_failed') {
      folder.log?.add('error', failure.message, name)
    }
    throw failure
  }
}

/** Counts a fetch as running until the body of its response has been read. */
function withinLimit(
  limit: ConcurrencyLimit,
  signal: AbortSignal,
  fetch: () => Promise<FetchedResponse>,
): Promise<FetchedResponse> {
  const opened = Promise.withResolvers<FetchedResponse>()
  const work = async () => {
    signal.throwIfAborted()
    const closed = Promise.withResolvers<void>()
    const response = await fetch()
    const stop = () => closed.resolve()
    signal.addEventListener('abort', stop, { once: true })
    opened.resolve({ ...response, body: thenDo(response.body, stop) })
    await closed.promise
  }
  limit.run(work).catch(opened.reject)
  return opened.promise
}

async function* thenDo(
  body: AsyncIterable<Uint8Array>,
  after: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } finally {
    after()
  }
}
