import { customMessage, ToolError } from '@quartermaster/toolkit'
import { Type } from '@sinclair/typebox'

const CHARACTER = '[^\\x00-\\x1f\\x7f-\\x9f]'
// All but "." and "..", which every client takes for folders and no URL can name.
const PATTERN = `^(\\.{0,2}[^.\\x00-\\x1f\\x7f-\\x9f]${CHARACTER}*|\\.{3}${CHARACTER}*)$`
const WORDS = 'must be 1 to 200 characters, none of them a control character, and not "." or ".."'

/** The name of a workspace, an agent or a role. */
export const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: PATTERN,
  [customMessage]: WORDS,
})

// With `u` a character outside the basic plane counts as one, as it does for the schema.
const NAME = new RegExp(PATTERN, 'u')

export const isName = (text: string): boolean => NAME.test(text) && [...text].length <= 200

export function checkHeader(header: string, name: string): void {
  if (!isName(name)) throw new ToolError('invalid_input', `The ${header} header ${WORDS}`)
}

/** The same for what is not there and for what belongs to another workspace. */
export function notFound(kind: 'agent' | 'role' | 'key', name: string): ToolError {
  return new ToolError('not_found', isName(name) ? `No ${kind} "${name}"` : `No such ${kind}`, {
    suggestion: `GET /v1/${kind}s lists the ${kind}s of this workspace.`,
  })
}

export function nameTaken(kind: 'workspace' | 'agent', name: string): ToolError {
  return new ToolError(
    'conflict',
    `There is already a${kind === 'agent' ? 'n' : ''} ${kind} "${name}"`,
    {
      suggestion: 'Choose another name, or use the one that is there.',
    },
  )
}
