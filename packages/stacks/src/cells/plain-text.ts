import { isStorable, ToolError } from '@quartermaster/toolkit'

/** Refuses names that cannot be stored, because names, unlike cells, are not encoded. */
export function checkPlainText(texts: Readonly<Record<string, unknown>>): void {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text !== 'string' || isStorable(text)) continue
    throw new ToolError(
      'invalid_input',
      `Parameter '${name}' contains characters that cannot be stored (NUL or lone surrogates).`,
      { suggestion: `Remove these characters from '${name}'.` },
    )
  }
}
