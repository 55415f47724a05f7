// `version-traceid-parentid-flags` of W3C Trace Context; an id of zeros means none.
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-|$)/

/** The trace id of a `traceparent` header; null for a missing or malformed one. */
export const traceIdOf = (traceparent: unknown): string | null =>
  typeof traceparent === 'string' ? (TRACEPARENT.exec(traceparent)?.[1] ?? null) : null
