import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { parseJson } from '@quartermaster/toolkit/json'
import { InvalidArgumentError } from 'commander'
import { CommandError } from './exit.ts'

/** JSON from the command line: the text itself, `@FILE`, or `-` for standard input. */
export async function readJsonArgument(argument: string): Promise<unknown> {
  const json = await readTextArgument(argument)
  try {
    return parseJson(json)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError('usage', `The arguments must be JSON: ${reason}`)
  }
}

/** The text itself, `@FILE`, or `-` for standard input. */
export async function readTextArgument(argument: string): Promise<string> {
  if (argument === '-') return text(process.stdin)
  if (!argument.startsWith('@')) return argument
  try {
    return readFileSync(argument.slice(1), 'utf8')
  } catch {
    throw new CommandError('usage', `The file ${argument.slice(1)} cannot be read.`)
  }
}

/** A positive whole number. */
export function readCount(argument: string): number {
  const count = /^\d{1,15}$/.test(argument) ? Number(argument) : 0
  if (count < 1) throw new InvalidArgumentError('It must be a whole number from 1.')
  return count
}

export const splitList = (argument: string): string[] =>
  argument
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
