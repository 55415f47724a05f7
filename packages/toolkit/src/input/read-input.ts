import type { TObject } from '@sinclair/typebox'
import type { Problem } from '../schema/read-result.ts'
import { readValue } from '../schema/read-value.ts'
import type { Tool } from '../tool/tool.ts'
import { explainProblems } from './explain-problems.ts'

// Letta adds these to every call; tools do not need them.
const LETTA_MEMBERS = ['request_heartbeat', 'heartbeat', 'mcp_server_id', 'mcp_server_name']

/** Returns the handler's input, or throws a `ToolError` that says how to correct the call. */
export function readInput(
  tool: Tool,
  parameters: Record<string, unknown>,
): Record<string, unknown> {
  const isDeclared = (key: string) => Object.hasOwn(tool.input.properties, key)
  const isHidden = (key: string | number | undefined) => Object.hasOwn(tool.defaults, key ?? '')

  const visible = Object.fromEntries(
    Object.entries(parameters).filter(([key]) => {
      return !isHidden(key) && (isDeclared(key) || !LETTA_MEMBERS.includes(key))
    }),
  )
  const hidden = Object.entries(tool.defaults)
  const declared = hidden.filter(([key]) => isDeclared(key))
  // Undeclared arguments are refused unless the schema allows them explicitly.
  const schema = { ...tool.input, additionalProperties: tool.input.additionalProperties ?? false }
  const { value, problems } = readValue(schema, { ...visible, ...Object.fromEntries(declared) })
  const invalid = problems.find(({ path }) => path.length > 0 && isHidden(path[0]))
  if (invalid !== undefined) {
    // The operator's mistake: the model cannot correct it and must not see it.
    throw new Error(`The hidden default '${invalid.path[0]}' of '${tool.name}' does not fit`)
  }
  if (problems.length > 0) {
    throw explainProblems(withoutHidden(problems, isHidden), visibleSchema(schema, isHidden), {
      input: visible,
      examples: tool.examples,
    })
  }

  const undeclared = hidden.filter(([key]) => !isDeclared(key))
  return Object.fromEntries([...Object.entries(value as object), ...undeclared])
}

/** Removes the names of hidden arguments from the valid names. */
const withoutHidden = (
  problems: readonly Problem[],
  isHidden: (key: string) => boolean,
): Problem[] =>
  problems.map((problem) =>
    problem.path.length === 1 && problem.valid !== undefined
      ? { ...problem, valid: problem.valid.filter((name) => !isHidden(name)) }
      : problem,
  )

function visibleSchema(schema: TObject, isHidden: (key: string) => boolean): TObject {
  const properties = Object.entries(schema.properties).filter(([key]) => !isHidden(key))
  const required = schema.required?.filter((key) => !isHidden(key))
  return { ...schema, properties: Object.fromEntries(properties), required } as TObject
}
