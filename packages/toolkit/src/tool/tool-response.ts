/** One block of a multi-part answer: text, an image, audio or a file. */
export type ContentBlock = Readonly<Record<string, unknown>>

/** An answer of content blocks, which the gateway passes on unchanged. */
export class ToolResponse {
  readonly content: readonly ContentBlock[]
  readonly isError: boolean

  constructor(content: readonly ContentBlock[], isError = false) {
    this.content = content
    this.isError = isError
  }
}
