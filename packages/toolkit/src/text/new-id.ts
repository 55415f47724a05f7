import crypto from 'node:crypto'

/**
 * A random id that begins with the time, so that an index on such ids grows at one end. Before Node.js 24.16 it is
 * only random.
 */
export const newId: () => string = crypto.randomUUIDv7 ?? crypto.randomUUID
