type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export type SpanOptions = {
  readonly kind: 'internal' | 'producer' | 'consumer'
  /** A stored `traceparent`. Unset: the running span. Null: the span begins a new trace. */
  readonly parent?: string | null | undefined
  /** The `traceparent` of related spans. */
  readonly links?: readonly (string | null | undefined)[]
  readonly attributes?: Attributes
}

/** A piece of work in a trace. */
export type TraceSpan = {
  /** W3C Trace Context, to be stored with the work that this span causes. */
  readonly traceparent: string
  /** Runs work whose spans become children of this one. */
  run<T>(work: () => T): T
  end(outcome?: { readonly error?: string | undefined; readonly attributes?: Attributes }): void
}

/** Records spans for a trace collector. */
export type Tracing = {
  /** The `traceparent` of the running span. */
  current(): string | undefined
  begin(name: string, options: SpanOptions): TraceSpan
}

let tracing: Tracing | undefined

/** Call it once in a process that sends traces, before any work that should be traced. */
export function setTracing(value: Tracing | undefined): void {
  tracing = value
}

/** Undefined if the process sends no traces. */
export const getTracing = (): Tracing | undefined => tracing
