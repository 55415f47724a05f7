import type { Readers } from '../../api/context.ts'

/** "everyone", "topics leads, ops; Sales; 2 unregistered agents", "nobody". */
export function describeReaders({
  everyone,
  topics,
  agents,
  unregistered_agents,
}: Readers): string {
  if (everyone) return 'everyone'
  const parts = [
    topics.length > 0 && `${topics.length === 1 ? 'topic' : 'topics'} ${topics.join(', ')}`,
    agents.length > 0 && agents.join(', '),
    unregistered_agents === 1 && '1 unregistered agent',
    unregistered_agents > 1 && `${unregistered_agents} unregistered agents`,
  ].filter((part) => part !== false)
  return parts.join('; ') || 'nobody'
}

/** Why an agent can read a key, of 'global', 'topic:NAME' and 'direct'. */
export function describeSource(source: string): string {
  if (source === 'global') return 'sent to everyone'
  if (source === 'direct') return 'sent to this agent'
  return source.replace(/^topic:/, 'topic ')
}

/** The time that is left of a value: "90 s", "2 h", "14 days", "for ever". */
export function formatSeconds(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return 'for ever'
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  const hours = Math.round(seconds / 3600)
  return hours <= 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
