import { createHash } from 'node:crypto'
import { type Access, stringifyJson } from '@quartermaster/toolkit'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Answer = { readonly body: Buffer; readonly etag: string }

type Entry = { readonly answer: Answer; readonly toolsets: readonly object[] }

export type DescriptorCache = {
  find(access: Access, key: string): Answer | undefined
  keep(access: Access, key: string, answer: Answer): void
}

const MAX_ENTRIES_PER_CALLER = 50

/**
 * Keeps serialized descriptors until the toolsets or the caller's access change. The keyring
 * creates a new `Access` whenever keys, agents or roles change, so its identity is the key.
 */
export function createDescriptorCache(listToolsets: () => readonly object[]): DescriptorCache {
  const callers = new WeakMap<Access, Map<string, Entry>>()
  return {
    find(access, key) {
      const entry = callers.get(access)?.get(key)
      return entry && isSame(entry.toolsets, listToolsets()) ? entry.answer : undefined
    },
    keep(access, key, answer) {
      const entries = callers.get(access) ?? new Map<string, Entry>()
      if (entries.size >= MAX_ENTRIES_PER_CALLER) entries.clear()
      entries.set(key, { answer, toolsets: listToolsets() })
      callers.set(access, entries)
    },
  }
}

/** A reloaded toolset is a new object. */
const isSame = (before: readonly object[], now: readonly object[]): boolean =>
  before.length === now.length && before.every((toolset, at) => toolset === now[at])

export function toAnswer(value: object): Answer {
  const body = Buffer.from(stringifyJson(value))
  const digest = createHash('sha256').update(body).digest('base64url')
  return { body, etag: `"${digest.slice(0, 27)}"` }
}

/** Sends an ETag, so that a host can poll for changes cheaply. */
export function sendText(request: FastifyRequest, reply: FastifyReply, { body, etag }: Answer) {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** `If-None-Match` is a list of tags that a proxy may have marked as weak. */
function isKnown(sent: string | undefined, etag: string): boolean {
  const tags = sent?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
