import type { TObject } from '@sinclair/typebox'
import { setMember } from '../json/json.ts'
import type { Problem } from '../schema/read-result.ts'
import { readValue } from '../schema/read-value.ts'
import type { Tool } from '../tool/tool.ts'
import { explainProblems } from './explain-problems.ts'
import type { RejectedCall } from './suggest-correction.ts'

// Letta adds these to every call; tools do not need them.
const LETTA_MEMBERS = ['request_heartbeat', 'heartbeat', 'mcp_server_id', 'mcp_server_name']

/**
 * Returns the handler's input, or throws a `ToolError` that says how to correct the call, in the
 * form in which the caller writes arguments.
 */
export function readInput(
  tool: Tool,
  parameters: Record<string, unknown>,
  form?: RejectedCall['form'],
): Record<string, unknown> {
  const { schema, hidden, others } = prepare(tool)
  const isHidden = (key: string | number | undefined) => Object.hasOwn(tool.defaults, key ?? '')

  const visible = withoutIgnored(tool, parameters)
  const { value, problems } = readValue(schema, hidden ? { ...visible, ...hidden } : visible)
  if (problems.length > 0) {
    const invalid = problems.find(({ path }) => path.length > 0 && isHidden(path[0]))
    if (invalid !== undefined) {
      // A mistake of the operator, which the model cannot correct and must not see.
      throw new Error(`The hidden default '${invalid.path[0]}' of '${tool.name}' does not fit`)
    }
    throw explainProblems(withoutHidden(problems, isHidden), visibleSchema(schema, isHidden), {
      input: visible,
      examples: tool.examples,
      effect: tool.effect,
      form,
    })
  }
  const input = value as Record<string, unknown>
  for (const [key, member] of others) setMember(input, key, member)
  return input
}

type Preparation = {
  /** Refuses undeclared arguments, unless the tool's schema allows them explicitly. */
  readonly schema: TObject
  /** Defaults of hidden arguments that the schema declares; undefined if there are none. */
  readonly hidden: Record<string, unknown> | undefined
  /** Defaults of arguments that the schema does not declare. */
  readonly others: readonly [string, unknown][]
}

// Cached, because they are the same for every call of a tool.
const preparations = new WeakMap<Tool, Preparation>()

function prepare(tool: Tool): Preparation {
  const known = preparations.get(tool)
  if (known !== undefined) return known
  const { input, defaults } = tool
  const isDeclared = ([key]: [string, unknown]) => Object.hasOwn(input.properties, key)
  const declared = Object.entries(defaults).filter(isDeclared)
  const preparation = {
    schema: { ...input, additionalProperties: input.additionalProperties ?? false },
    hidden: declared.length === 0 ? undefined : Object.fromEntries(declared),
    others: Object.entries(defaults).filter((entry) => !isDeclared(entry)),
  }
  preparations.set(tool, preparation)
  return preparation
}

/** Drops arguments that the tool sets itself, and those that Letta adds. */
function withoutIgnored(tool: Tool, parameters: Record<string, unknown>): Record<string, unknown> {
  const isIgnored = (key: string) =>
    Object.hasOwn(tool.defaults, key) ||
    (LETTA_MEMBERS.includes(key) && !Object.hasOwn(tool.input.properties, key))
  const keys = Object.keys(parameters)
  if (!keys.some(isIgnored)) return parameters
  return Object.fromEntries(Object.entries(parameters).filter(([key]) => !isIgnored(key)))
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
