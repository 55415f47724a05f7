import { setTimeout as wait } from 'node:timers/promises'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const image = { type: 'image', data: PIXEL, mimeType: 'image/png' }
const resource = (uri: string, mimeType: string, text: string) => ({
  type: 'resource',
  resource: { uri, mimeType, text },
})

type Context = {
  progress(report: { progress: number; total: number }): void
}

export class Tools {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  test_simple_text() {
    return 'This is a simple text response for testing.'
  }

  test_image_content() {
    return { content: [image], is_error: false }
  }

  test_audio_content() {
    return { content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }], is_error: false }
  }

  test_embedded_resource() {
    return {
      content: [
        resource('test://embedded-resource', 'text/plain', 'This is an embedded resource.'),
      ],
      is_error: false,
    }
  }

  test_multiple_content_types() {
    const text = { type: 'text', text: 'Multiple content types test:' }
    return {
      content: [text, image, resource('test://mixed', 'application/json', '{"value":123}')],
      is_error: false,
    }
  }

  test_error_handling() {
    throw new Error('This tool intentionally returns an error for testing')
  }

  async test_tool_with_progress() {
    for (const progress of [0, 50, 100]) {
      this.#context.progress({ progress, total: 100 })
      await wait(20)
    }
    return 'done'
  }
}
