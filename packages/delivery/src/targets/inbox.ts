import type { Target } from './target.ts'

/** The delivery's own row is the message in the agent's inbox: there is nothing to send. */
export const inbox: Target = {
  kind: 'inbox',
  host: 'inbox',
  send: async () => ({ outcome: 'delivered' }),
}
