import { tableFamily } from '@quartermaster/stacks'
import { type Caller, mayCall, type Tool, ToolError } from '@quartermaster/toolkit'
import type { FastifyInstance } from 'fastify'
import { takesAnyText } from '../http/validation.ts'

/** Maximum duration of a write by these routes. */
export const DEADLINE_MS = 30_000

const NEEDED: Record<string, readonly string[]> = {
  GET: ['read_rows'],
  HEAD: ['read_rows'],
  DELETE: ['define_columns', 'save_table_row'],
}

/**
 * Reading requires permission to call `read_rows`, writing `save_table_row`, deleting
 * `define_columns` as well.
 */
export function forWorkspace(
  app: FastifyInstance,
  addRoutes: (scope: FastifyInstance) => void,
): void {
  app.register(async (scope) => {
    // Documents and cells may contain any text; names are checked where they are stored.
    scope.setValidatorCompiler(takesAnyText)
    scope.addHook('onRequest', async ({ caller, method }) => {
      for (const name of NEEDED[method] ?? ['save_table_row']) {
        checkMayCall(caller, tableFamily.genericTools, name)
      }
    })
    addRoutes(scope)
  })
}

/** A route that does the same as a tool requires permission to call that tool. */
export function checkMayCall(caller: Caller, tools: readonly Tool[], name: string): void {
  const tool = tools.find((candidate) => candidate.name === name)
  if (tool !== undefined && mayCall(caller.access, { tool, path: '' })) return
  throw new ToolError('forbidden', `Access denied: agent '${caller.agent}' may not call '${name}'.`)
}
