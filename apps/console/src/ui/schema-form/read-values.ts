import type { Field } from './fields-of.ts'

export type Values = Readonly<Record<string, string>>

export type Reading = {
  /** The arguments as JSON text, in which numbers keep all their digits. */
  readonly json: string
  readonly problems: Readonly<Record<string, string>>
}

/** Turns the texts of a form into arguments. Empty fields are left out. */
export function readValues(fields: readonly Field[], values: Values): Reading {
  const problems: Record<string, string> = {}
  const members = fields.flatMap((field) => {
    const text = values[field.name] ?? ''
    if (text.trim() === '') {
      if (field.isRequired) problems[field.name] = 'This is required.'
      return []
    }
    const json = toJson(field, text)
    if (json === undefined) {
      problems[field.name] = PROBLEMS[field.kind] ?? 'This is not valid.'
      return []
    }
    return [`${JSON.stringify(field.name)}:${json}`]
  })
  return { json: `{${members.join(',')}}`, problems }
}

const PROBLEMS: Readonly<Partial<Record<Field['kind'], string>>> = {
  number: 'This is not a number.',
  list: 'This is not a valid list.',
  json: 'This is not valid JSON.',
}

function toJson({ kind, isInteger }: Field, text: string): string | undefined {
  if (kind === 'text' || kind === 'choice') return JSON.stringify(text)
  if (kind === 'boolean') return text
  if (kind === 'list' && !text.trimStart().startsWith('[')) {
    const lines = text.split('\n').map((line) => line.trim())
    return JSON.stringify(lines.filter((line) => line !== ''))
  }
  if (kind === 'number') {
    const number = text.trim()
    const pattern = isInteger ? /^-?(0|[1-9]\d*)$/ : /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
    return pattern.test(number) ? number : undefined
  }
  try {
    JSON.parse(text)
    return text
  } catch {
    return undefined
  }
}
