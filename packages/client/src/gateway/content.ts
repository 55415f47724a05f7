/** A part of a result: text, or an image in base64. */
export type ResultBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly data: string }

type Block = Readonly<Record<string, unknown>>

export type ResultContent = {
  readonly blocks: readonly ResultBlock[]
  /** Content blocks report a failed call in the answer, with status 200. */
  readonly isError: boolean
}

/**
 * Reads an answer. One that is not made of content blocks is a single text, exactly as the gateway
 * wrote it, so that numbers keep every digit.
 */
export function readContent(text: string): ResultContent {
  const { content, is_error: isError } = parseContent(text)
  return Array.isArray(content) && typeof isError === 'boolean'
    ? { blocks: content.map(readBlock), isError }
    : { blocks: [{ type: 'text', text }], isError: false }
}

function parseContent(text: string): Block {
  // Content blocks are rare; the test avoids parsing all other answers.
  if (!text.includes('"is_error"')) return {}
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

/** Modules write blocks as `{kind, data, mime}`, MCP as `{type, data, mimeType}`. */
function readBlock(block: Block): ResultBlock {
  const kind = block?.kind ?? block?.type
  const { data, text } = block ?? {}
  if (kind === 'image' && typeof data === 'string') {
    return { type: 'image', mediaType: String(block.mime ?? block.mimeType ?? 'image/png'), data }
  }
  if (kind === 'text') return { type: 'text', text: String(text ?? data ?? '') }
  return { type: 'text', text: describeBlock(block, kind) }
}

/** Type and size of a block that models cannot receive, instead of its base64. */
function describeBlock(block: Block, kind: unknown): string {
  if (typeof block?.data !== 'string') return JSON.stringify(block)
  const bytes = Math.floor((block.data.length * 3) / 4)
  return `[${String(kind)}, ${String(block.mime ?? block.mimeType ?? 'unknown type')}, ${bytes} bytes]`
}
