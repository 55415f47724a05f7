import type { Static } from '@sinclair/typebox'
import { inbox } from './inbox.ts'
import { letta } from './letta.ts'
import { openai } from './openai.ts'
import { subconscious } from './subconscious.ts'
import type { Target, TargetClients, TargetKind } from './target.ts'
import { webhook } from './webhook.ts'

/** Every kind of target. To add one, add a file to this folder and a line here. */
export const TARGET_KINDS = [inbox, letta, webhook, openai, subconscious] as const

export type DeliverTo = Static<(typeof TARGET_KINDS)[number]['settings']>

const byKind = new Map<string, TargetKind>(
  TARGET_KINDS.map((kind) => [kind.kind, kind as unknown as TargetKind]),
)

export const findTargetKind = (kind: string): TargetKind | undefined => byKind.get(kind)

export const createTarget = (settings: DeliverTo, clients: TargetClients): Target =>
  (byKind.get(settings.kind) as TargetKind).create(settings, clients)
