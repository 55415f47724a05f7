import type { Limits } from '@quartermaster/module-runner'
import { type ConcurrencyLimit, type Tool, toolsFor } from '@quartermaster/toolkit'
import { type TObject, Type } from '@sinclair/typebox'
import type { LoadedFolder } from '../folder/load-folder.ts'
import { callModule } from './call-module.ts'
import { callUrl } from './call-url.ts'
import type { Outbound } from './outbound.ts'

const tool = toolsFor<unknown>()
const AnyResult = Type.Unsafe<unknown>({ description: 'The result of the function; any JSON.' })

export type ToolOptions = {
  readonly outbound: Outbound
  readonly limits: Limits
  readonly fetchLimit: ConcurrencyLimit
  readonly thread: string | null
}

export const toTools = (folder: LoadedFolder, options: ToolOptions): Tool<unknown>[] =>
  folder.manifest.functions.map((spec) => {
    const { target } = spec
    return tool({
      name: spec.name,
      description: spec.description,
      effect: spec.effect,
      dangerous: spec.dangerous,
      isAct: false,
      timeoutSeconds: spec.timeoutSeconds,
      methods: spec.methods,
      defaults: spec.defaults,
      // A transaction cannot undo what a module or an upstream service has done.
      transactional: false,
      openWorld: true,
      input: spec.input as unknown as TObject,
      output: AnyResult,
      handler: async (input, call) =>
        target.kind === 'url'
          ? callUrl({ folder, spec, target, ...options }, input, call)
          : callModule({ folder, spec, ...options }, input, call),
    })
  })
