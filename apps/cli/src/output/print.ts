import { parseJson, stringifyJson } from '@quartermaster/toolkit/json'
import type { Entry } from '../gateway/list.ts'
import { formatTable } from './format-table.ts'
import { style } from './style.ts'

export type Output = { readonly json: boolean }

/** A step of long work, for a person who watches. */
export const progress = (step: string): void => {
  if (process.stderr.isTTY) process.stderr.write(`${step}\n`)
}

export const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Prints a value as indented JSON. Numbers keep all their digits. */
export const printJson = (value: unknown): void => {
  if (value !== undefined) printLine(JSON.stringify(value, undefined, 2))
}

/** Prints an answer: indented if it is JSON, otherwise as it is. */
export function printAnswer(text: string): void {
  if (text === '') return
  try {
    printJson(parseJson(text))
  } catch {
    printLine(text)
  }
}

/** Prints a list as a table, or with `--json` as the object that the API returns. */
export function printList(
  output: Output,
  name: string,
  entries: readonly Entry[],
  columns: readonly string[],
): void {
  if (output.json) printJson({ [name]: entries, next_cursor: null })
  else if (entries.length === 0) printLine(`No ${name}.`)
  else printTable(entries, columns)
}

export function printTable(entries: readonly Entry[], columns: readonly string[]): void {
  const [heading = '', ...rows] = formatTable(entries, columns).split('\n')
  for (const line of [style('bold', heading), ...rows]) printLine(line)
}

/** Prints the members of an object, one per line, or with `--json` the object itself. */
export function printObject(output: Output, value: Entry): void {
  if (output.json) {
    printJson(value)
    return
  }
  const width = Math.max(...Object.keys(value).map((key) => key.length))
  for (const [key, member] of Object.entries(value)) {
    printLine(
      `${style('dim', key.padEnd(width))}  ${typeof member === 'string' ? member : stringifyJson(member)}`,
    )
  }
}
