import type { Outbound } from '@quartermaster/outbound'
import type { Letta } from '../letta.ts'
import type { Place } from '../recipients/destination.ts'
import { inbox } from './inbox.ts'
import { lettaTarget } from './letta.ts'
import { openai } from './openai.ts'
import { subconscious } from './subconscious.ts'
import type { Target } from './target.ts'
import { webhook } from './webhook.ts'

type Means = { readonly outbound: Outbound; readonly letta: Letta | undefined }

/** The target at a place: a new kind is one file and one line here. */
export function targetAt(place: Place, { outbound, letta }: Means): Target {
  switch (place.kind) {
    case 'inbox':
      return inbox
    case 'letta':
      return letta === undefined
        ? nowhere('No Letta server is configured: set LETTA_BASE_URL.')
        : lettaTarget(letta, place.agent_id)
    case 'webhook':
      return webhook(place, outbound)
    case 'openai':
      return openai(place, outbound)
    case 'subconscious':
      return subconscious(place, outbound)
    case 'nowhere':
      return nowhere(place.problem)
  }
}

/** The settings may be mended before the next attempt. */
const nowhere = (problem: string): Target => ({
  kind: 'nowhere',
  host: 'nowhere',
  send: async () => ({ outcome: 'failed', error: problem }),
})
