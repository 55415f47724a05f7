/** Counts tokens on a worker thread, because the tokenizer's tables take tens of megabytes. */
import { parentPort, workerData } from 'node:worker_threads'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'

parentPort?.postMessage((workerData as string[]).map((text) => countTokens(text)))
