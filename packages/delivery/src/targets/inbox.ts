import { type Target, targetKind } from './target.ts'

/** The agent's inbox is the `deliveries` table itself, so there is nothing to send. */
export const inbox = targetKind({
  kind: 'inbox',
  properties: {},
  create: (): Target => ({
    kind: 'inbox',
    host: 'inbox',
    isRepeatable: true,
    send: async () => ({ outcome: 'delivered' }),
  }),
})
