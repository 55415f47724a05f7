/** Maximum duration of a write by a route. */
export const DEADLINE_MS = 30_000
