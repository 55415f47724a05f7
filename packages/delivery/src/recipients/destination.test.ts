import { expect, test } from 'vitest'
import { destinationOf } from './destination.ts'

const agent = (deliverTo: unknown = null, lettaAgentId: string | null = null) => ({
  workspaceId: 'w',
  agentId: 'Sales',
  isAgent: true,
  deliverTo,
  lettaAgentId,
  mayUseLetta: true,
})
const unregistered = { ...agent(), isAgent: false }
const foreign = { ...unregistered, mayUseLetta: false }

test.each([
  ['nothing set, no Letta', agent(), false, { kind: 'inbox' }],
  ['nothing set, with Letta', agent(), true, { kind: 'inbox' }],
  ['not registered, no Letta', unregistered, false, { kind: 'inbox' }],
  ['not registered, with Letta', unregistered, true, { kind: 'letta', agent_id: 'Sales' }],
  ['not registered, another workspace’s id on Letta', foreign, true, { kind: 'inbox' }],
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
])('%s', (_what, recipient, hasLetta, destination) => {
  expect(destinationOf(recipient, hasLetta)).toEqual(destination)
})

test.each([
  [agent(null, 'agent-1'), 'LETTA_BASE_URL'],
  [agent({ kind: 'letta' }), 'LETTA_BASE_URL'],
  [agent({ kind: 'webhook' }), 'url'],
  [agent('nonsense'), 'kind'],
])('%j has no usable destination, and the problem names %s', (recipient, name) => {
  const destination = destinationOf(recipient, false)
  expect(destination).toMatchObject({
    kind: 'nowhere',
    problem: expect.stringContaining(name),
  })
})
