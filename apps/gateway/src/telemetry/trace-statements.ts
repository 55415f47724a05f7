import { SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'

/** A safeguard: the statements of the gateway are few. */
const MAX_NAMES = 1000

const TARGET = /\b(insert\s+into|update|delete\s+from|select\b.*?\bfrom)\s+"?(\w+)"?/is

/**
 * Records a span for every statement that runs inside another span. Statements of background jobs belong to no
 * trace. The values of parameters are not recorded.
 */
export function traceStatements(tracer: Tracer) {
  const names = new Map<string, string>()
  const nameOf = (text: string): string => {
    const known = names.get(text)
    if (known !== undefined) return known
    const [, verb = '', table = ''] = TARGET.exec(text) ?? []
    const [first = ''] = (verb === '' ? text : verb).trim().split(/[\s;]/)
    const name = `${first.toUpperCase()} ${table}`.trim()
    if (names.size < MAX_NAMES) names.set(text, name)
    return name
  }
  return async <T>(text: string, run: () => Promise<T>): Promise<T> => {
    if (trace.getActiveSpan() === undefined) return run()
    const name = nameOf(text)
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': name.split(' ')[0],
      'db.query.summary': name,
      'db.query.text': text,
    }
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
    try {
      return await run()
    } catch (error) {
      const { code = 'connection' } = error as { code?: string }
      span.setAttributes({ 'error.type': code, 'db.response.status_code': code })
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }
}
