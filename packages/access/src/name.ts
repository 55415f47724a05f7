import {
  closestName,
  customMessage,
  quote,
  subjectPath,
  ToolError,
  whyDeceptive,
} from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'

const CHARACTER = '[^\\x00-\\x1f\\x7f-\\x9f]'
// Excludes "." and "..", which URLs cannot contain as a path segment.
const PATTERN = `^(\\.{0,2}[^.\\x00-\\x1f\\x7f-\\x9f]${CHARACTER}*|\\.{3}${CHARACTER}*)$`
const RULE = 'must be 1 to 200 characters, none of them a control character, and not "." or ".."'

/** The name of a workspace, an agent or a role. */
export const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: PATTERN,
  [customMessage]: RULE,
})

// With the flag `u`, an astral character counts as one character, as in the schema.
const NAME = new RegExp(PATTERN, 'u')

export const isName = (text: string): boolean => NAME.test(text) && [...text].length <= 200

export function checkHeader(header: string, name: string): void {
  if (!isName(name)) throw new ToolError('invalid_input', `The ${header} header ${RULE}`)
}

/** Refuses new names that could be mistaken for another name. Existing names stay usable. */
export function checkNewName(kind: string, name: string): void {
  const trimmed = name.trim()
  if (trimmed !== name) {
    throw new ToolError('invalid_input', `The name of the ${kind} begins or ends with a space`, {
      suggestion: trimmed === '' ? 'Choose a name that is not blank.' : `Use ${quote(trimmed)}.`,
    })
  }
  const reason = whyDeceptive(name)
  if (reason === undefined) return
  throw new ToolError('invalid_input', `The name of the ${kind} ${reason}`, {
    suggestion: 'Choose a name in the letters of one script.',
  })
}

/** Names of other workspaces get the same error as names that do not exist. */
export function notFound(
  kind: 'agent' | 'role' | 'key' | 'workspace',
  name: string,
  known: readonly string[] = [],
): ToolError {
  const where = kind === 'workspace' ? '' : ' of this workspace'
  const meant = closestName(name, known)
  const hint = meant === undefined ? '' : `Did you mean ${quote(meant)}? `
  return new ToolError(
    'not_found',
    isName(name) ? `No ${kind} ${quote(name)}` : `No such ${kind}`,
    {
      suggestion: `${hint}GET /v1/${kind}s lists the ${kind}s${where}.`,
    },
  )
}

export function nameTaken(kind: 'workspace' | 'agent', name: string): ToolError {
  const path = kind === 'agent' ? subjectPath('agents', name) : '/v1/workspaces'
  const article = kind === 'agent' ? 'an' : 'a'
  return new ToolError('conflict', `There is already ${article} ${kind} ${quote(name)}`, {
    suggestion: `Choose another name, or use the existing ${kind}: GET ${path} shows it.`,
  })
}
