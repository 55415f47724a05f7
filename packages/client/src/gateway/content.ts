/** A part of a result: text, or an image in base64. */
export type ResultBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly mediaType: string; readonly data: string }

type Block = Readonly<Record<string, unknown>>

/**
 * The blocks of an answer. An answer that is not made of content blocks is one text, exactly as
 * the gateway wrote it, so that numbers keep every digit.
 */
export function readBlocks(text: string): ResultBlock[] {
  const content = contentOf(text)
  return content === undefined ? [{ type: 'text', text }] : content.map(readBlock)
}

function contentOf(text: string): Block[] | undefined {
  // Answers of content blocks are rare; the test avoids parsing all others.
  if (!text.includes('"is_error"')) return undefined
  try {
    const { content, is_error: isError } = JSON.parse(text) ?? {}
    return Array.isArray(content) && typeof isError === 'boolean' ? content : undefined
  } catch {
    return undefined
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
