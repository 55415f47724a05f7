import { expect, test } from 'vitest'
import { placeOf } from './destination.ts'

const agent = (deliverTo: unknown = null, lettaAgentId: string | null = null) => ({
  ...{ workspaceId: 'w', agentId: 'Sales', isAgent: true, deliverTo, lettaAgentId },
})
const stranger = { ...agent(), isAgent: false }

test.each([
  ['nothing set, no Letta', agent(), false, { kind: 'inbox' }],
  ['nothing set, a Letta', agent(), true, { kind: 'inbox' }],
  ['no agent of ours, no Letta', stranger, false, { kind: 'inbox' }],
  ['no agent of ours, a Letta', stranger, true, { kind: 'letta', agent_id: 'Sales' }],
  ['an id on Letta', agent(null, 'agent-1'), true, { kind: 'letta', agent_id: 'agent-1' }],
  ['its own settings first', agent({ kind: 'inbox' }, 'agent-1'), true, { kind: 'inbox' }],
  [
    'Letta by its settings',
    agent({ kind: 'letta' }, 'agent-1'),
    true,
    { kind: 'letta', agent_id: 'agent-1' },
  ],
  [
    'another id by its settings',
    agent({ kind: 'letta', agent_id: 'x' }, 'agent-1'),
    true,
    { kind: 'letta', agent_id: 'x' },
  ],
])('%s', (_what, recipient, hasLetta, place) => {
  expect(placeOf(recipient, hasLetta)).toEqual(place)
})

test.each([
  [agent(null, 'agent-1'), 'LETTA_BASE_URL'],
  [agent({ kind: 'letta' }), 'LETTA_BASE_URL'],
  [agent({ kind: 'webhook' }), 'url'],
  [agent('nonsense'), 'kind'],
])('%j is nowhere, and the words say why', (recipient, words) => {
  const place = placeOf(recipient, false)
  expect(place).toMatchObject({ kind: 'nowhere', problem: expect.stringContaining(words) })
})
