import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { VENDOR_RULES } from '../formats/vendor-rules.ts'
import type { Verdict } from './judge-tool.ts'

export type TokenCount = {
  readonly tokens: number
  /** Whether `tokens` follows from the vendor's characters per token and not from its tokenizer. */
  readonly isEstimate: boolean
}

const WORKER = new URL('./count-tokens-worker.ts', import.meta.url)
const MAX_KEPT = 5000

const kept = new Map<string, number>()
let turn: Promise<unknown> = Promise.resolve()

/**
 * The tokens of each descriptor as JSON text: by OpenAI's tokenizer o200k_base for the OpenAI
 * formats, else estimated. Counts are kept by checksum, so that the tokenizer is rarely loaded.
 */
export async function countTokens(verdicts: readonly Verdict[]): Promise<TokenCount[]> {
  const isCounted = ({ vendor }: Verdict) => VENDOR_RULES[vendor].charactersPerToken === undefined
  const counted = turn.then(() =>
    countNew(verdicts.filter((verdict) => isCounted(verdict) && !kept.has(verdict.checksum))),
  )
  turn = counted.catch(() => {})
  const fresh = await counted
  return verdicts.map((verdict) => {
    const perToken = VENDOR_RULES[verdict.vendor].charactersPerToken
    return perToken === undefined
      ? {
          tokens: fresh.get(verdict.checksum) ?? kept.get(verdict.checksum) ?? 0,
          isEstimate: false,
        }
      : { tokens: Math.ceil(verdict.text.length / perToken), isEstimate: true }
  })
}

/** The tokenizer's memory is free again when the thread has ended. */
async function countNew(verdicts: readonly Verdict[]): Promise<ReadonlyMap<string, number>> {
  const texts = new Map(verdicts.map(({ checksum, text }) => [checksum, text]))
  if (texts.size === 0) return new Map()
  const worker = new Worker(WORKER, { env: {}, workerData: [...texts.values()] })
  const [counts] = (await once(worker, 'message')) as [number[]]
  await worker.terminate()
  const found = new Map([...texts.keys()].map((checksum, at) => [checksum, counts[at] ?? 0]))
  if (kept.size + found.size > MAX_KEPT) kept.clear()
  for (const [checksum, count] of found) kept.set(checksum, count)
  return found
}
