#!/usr/bin/env node
import { CommanderError } from 'commander'
import { CommandError, EXIT } from './exit.ts'
import { createProgram } from './program.ts'

// `qm calls | head` closes the pipe when it has read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

try {
  await createProgram(await formatsFor(process.argv)).parseAsync()
} catch (error) {
  process.exitCode = exitCodeOf(error)
}

/** The descriptor formats appear only in the help of `descriptors`, and take long to import. */
async function formatsFor(words: readonly string[]): Promise<readonly string[]> {
  if (!words.includes('descriptors')) return []
  const { FORMATS } = await import('@quartermaster/descriptors')
  return [...FORMATS, 'openapi']
}

function exitCodeOf(error: unknown): number {
  // Commander has printed its own message; help and version exit with 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage
  console.error(error instanceof Error ? error.message : error)
  return error instanceof CommandError ? error.exitCode : EXIT.failed
}
