import { ToolError } from '@quartermaster/toolkit'

/** Names are shown everywhere and looked up: they hold nothing that PostgreSQL's text cannot. */
export function checkPlainText(texts: Readonly<Record<string, unknown>>): void {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text !== 'string' || (text.isWellFormed() && !text.includes('\0'))) continue
    throw new ToolError('invalid_input', `Parameter '${name}' holds characters that are no text.`)
  }
}
