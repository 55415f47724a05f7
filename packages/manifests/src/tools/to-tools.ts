import type { Limits } from '@quartermaster/module-runner'
import { type Tool, toolsFor } from '@quartermaster/toolkit'
import { type TObject, Type } from '@sinclair/typebox'
import type { LoadedFolder } from '../folder/load-folder.ts'
import { callModule } from './call-module.ts'
import { callUrl } from './call-url.ts'
import type { Outbound } from './outbound.ts'

const tool = toolsFor<unknown>()
const Anything = Type.Unsafe<unknown>({ description: 'Whatever the function answers with.' })

export type ToolOptions = {
  readonly outbound: Outbound
  readonly limits: Limits
  readonly thread: string | null
}

/** The functions of a folder as tools like every other. */
export const toTools = (
  folder: LoadedFolder,
  { outbound, limits, thread }: ToolOptions,
): Tool<unknown>[] =>
  folder.manifest.functions.map((spec) => {
    const { target } = spec
    return tool({
      name: spec.name,
      description: spec.description,
      effect: spec.effect,
      dangerous: spec.dangerous,
      timeoutSeconds: spec.timeoutSeconds,
      methods: spec.methods,
      defaults: spec.defaults,
      // What a function does outside of the database, no transaction can undo.
      transactional: false,
      input: spec.input as unknown as TObject,
      output: Anything,
      handler: async (input, call) =>
        target.kind === 'url'
          ? callUrl({ spec, target, secrets: folder.secrets, outbound }, input, call)
          : callModule({ folder, spec, outbound, limits, thread }, input, call),
    })
  })
