import { expect } from 'vitest'
import type { Agent } from './agents.ts'

type Reported = { key: string; change: 'set' | 'gone'; version: number; value?: unknown }

/** An agent that keeps a copy of what it can read, by read_changes alone. */
export class Follower {
  readonly copy = new Map<string, { value: unknown; version: number }>()
  readonly reported: Reported[] = []
  cursor: string | undefined
  readonly #agent: Agent
  readonly #seen = new Set<string>()

  constructor(agent: Agent) {
    this.#agent = agent
  }

  /** Reads one page. Returns whether there is more. */
  async read(limit?: number): Promise<boolean> {
    const { changes, cursor, more } = await this.#agent.call('read_changes', {
      ...(this.cursor && { cursor: this.cursor }),
      ...(limit && { limit }),
    })
    for (const change of changes as Reported[]) {
      this.reported.push(change)
      const name = JSON.stringify([change.key, change.version, change.change])
      expect(this.#seen.has(name), `${name} was reported before`).toBe(false)
      this.#seen.add(name)
      if (change.change === 'gone') this.copy.delete(change.key)
      else {
        expect(change.version).toBeGreaterThan(this.copy.get(change.key)?.version ?? 0)
        this.copy.set(change.key, { value: change.value, version: change.version })
      }
    }
    expect(cursor).toBeTypeOf('string')
    this.cursor = cursor
    return more
  }

  /** Everything there is to read now. */
  async catchUp(limit?: number): Promise<Reported[]> {
    const before = this.reported.length
    while (await this.read(limit));
    return this.reported.slice(before)
  }

  /** The copy is what get_context shows. */
  async expectExact(): Promise<void> {
    const { context, versions } = await this.#agent.call('get_context')
    const current = Object.keys(context).map((key) => [
      key,
      { value: context[key], version: versions[key] },
    ])
    expect(Object.fromEntries(this.copy)).toEqual(Object.fromEntries(current))
  }
}
