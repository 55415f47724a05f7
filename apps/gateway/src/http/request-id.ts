import crypto from 'node:crypto'

/** Version 7 follows the time, so that the call log's index grows at one end. Needs Node.js 24.16. */
export const newRequestId: () => string = crypto.randomUUIDv7 ?? crypto.randomUUID
