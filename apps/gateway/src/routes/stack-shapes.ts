import { tableFamily } from '@quartermaster/stacks'
import { type Caller, mayCall, type Tool, ToolError } from '@quartermaster/toolkit'
import { type TSchema, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { takesAnyText } from '../http/validation.ts'

/** How long a write of these routes may take. */
export const DEADLINE_MS = 30_000

export const ById = Type.Object({ id: Type.String() })

export const Nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

/** A name that a person gives: one line of 1 to 255 characters. */
export const Title = (description: string) =>
  Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\x00-\\x1f\\x7f]+$', description })

const NEEDED: Record<string, readonly string[]> = {
  GET: ['read_rows'],
  HEAD: ['read_rows'],
  DELETE: ['define_columns', 'save_table_row'],
}

/**
 * Routes for whoever works in the workspace: to look takes the permission to read rows, to change
 * something that to save them, and to remove something that to shape tables as well.
 */
export function forWorkspace(
  app: FastifyInstance,
  addRoutes: (scope: FastifyInstance) => void,
): void {
  app.register(async (scope) => {
    // Documents and cells keep any text, and names are checked where they are stored.
    scope.setValidatorCompiler(takesAnyText)
    scope.addHook('onRequest', async ({ caller, method }) => {
      for (const name of NEEDED[method] ?? ['save_table_row']) {
        checkMayCall(caller, tableFamily.general, name)
      }
    })
    addRoutes(scope)
  })
}

/** What a route does that is a tool's work as well, only those may do who may call the tool. */
export function checkMayCall(caller: Caller, tools: readonly Tool[], name: string): void {
  const tool = tools.find((candidate) => candidate.name === name)
  if (tool !== undefined && mayCall(caller.access, { tool, path: '' })) return
  throw new ToolError('forbidden', `Access denied: agent '${caller.agent}' may not call '${name}'.`)
}
