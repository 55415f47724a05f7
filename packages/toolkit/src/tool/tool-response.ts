/** Part of an answer that is more than JSON: text, an image, a sound, a file. */
export type ContentBlock = Readonly<Record<string, unknown>>

/** An answer made of content blocks, passed on as it is. */
export class ToolResponse {
  readonly content: readonly ContentBlock[]
  readonly isError: boolean

  constructor(content: readonly ContentBlock[], isError = false) {
    this.content = content
    this.isError = isError
  }
}
