import { type RoutedTool, ToolError } from '@quartermaster/toolkit'

type Limit = {
  readonly host: string | undefined
  readonly maxOperations: number
  /** Whether the caller named the tools. Tools that were named are never left out. */
  readonly isSelection: boolean
}

/** Tools for operators, the least needed first. */
const OPERATOR_TOOLS = [
  'promptyoself_inference_diagnostics',
  'promptyoself_upload',
  'promptyoself_test',
  'promptyoself_agents',
  'promptyoself_execute',
  'health',
  'pause_prompts',
]

type Fitted = { readonly kept: readonly RoutedTool[]; readonly leftOut: readonly string[] }

/** Leaves out as many tools for operators as the host's limit demands. */
export function fitOperations(tools: readonly RoutedTool[], limit: Limit): Fitted {
  const { host, maxOperations, isSelection } = limit
  const excess = tools.length - maxOperations
  if (excess <= 0) return { kept: tools, leftOut: [] }
  const offered = new Set(tools.map(({ path }) => path))
  const candidates = isSelection ? [] : OPERATOR_TOOLS.filter((name) => offered.has(pathOf(name)))
  if (candidates.length < excess) {
    throw new ToolError(
      'invalid_input',
      `The host '${host}' takes at most ${maxOperations} operations, and there are ${tools.length} tools.`,
      {
        suggestion: `Name at most ${maxOperations} of them with tools=, for example tools=${exampleOf(tools)}.`,
      },
    )
  }
  const leftOut = candidates.slice(0, excess)
  const paths = leftOut.map(pathOf)
  return { kept: tools.filter(({ path }) => !paths.includes(path)), leftOut }
}

/** A tool of a folder may have the name of one of these tools; it has another path. */
const pathOf = (name: string): string => `/v1/tools/${name}`

const exampleOf = (tools: readonly RoutedTool[]): string =>
  tools
    .slice(0, 3)
    .map(({ tool }) => tool.name)
    .join(',')
