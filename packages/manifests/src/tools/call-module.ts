import type { Limits } from '@quartermaster/module-runner'
import {
  type Call,
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

export type ModuleCall = {
  readonly folder: LoadedFolder
  readonly spec: FunctionSpec
  readonly outbound: Outbound
  readonly limits: Pick<Limits, 'memory' | 'answer'>
  readonly thread: string | null
}

/** Runs a function of a folder's module, in a process of the folder's. */
export async function callModule(
  { folder, spec, outbound, limits, thread }: ModuleCall,
  input: Record<string, unknown>,
  call: Call<unknown>,
): Promise<unknown> {
  const { id, pool } = folder
  const { name, timeoutSeconds } = spec
  const { caller, signal, requestId } = call
  const secrets = Object.values(folder.secrets)
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
      },
      signal,
      log: cleanLog(call.log, id, secrets),
      fetch: (request, ended) =>
        fetchForModule(outbound, request, { signal: ended, timeoutMs: timeoutSeconds * 1000 }),
    })
    return parseJson(result ?? 'null')
  } catch (error) {
    if (error instanceof MalformedJson) {
      const message = `The tool '${name}' answered with what cannot be read: ${error.message}.`
      throw new ToolError('tool_failed', message)
    }
    throw toToolError(error, { name, ...limits, secrets })
  }
}
