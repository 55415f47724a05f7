import { stringifyJson } from '@quartermaster/toolkit'
import type { Routed } from '../schema/model-schema.ts'

/**
 * A call with curl. The address and the key come from the environment. `-w '\n'` ends the answer
 * with a line break.
 */
export function curl({ tool, path }: Routed, input: Readonly<Record<string, unknown>>): string {
  const url = `"$QM_URL${withVariables(path)}"`
  const key = '-H "x-api-key: $QM_KEY"'
  const parts = tool.methods.includes('POST')
    ? [
        `curl -sw '\\n' ${url}`,
        key,
        "-H 'content-type: application/json'",
        `-d ${quoted(stringifyJson(input))}`,
      ]
    : [`curl -sw '\\n' -G ${url}`, key, ...Object.entries(input).flatMap(queryOptions)]
  return parts.join(' \\\n  ')
}

/** Replaces the placeholders of a path with shell variables. */
const withVariables = (path: string): string =>
  path.replaceAll(/\{(\w+)\}|:(\w+)/g, (_, braced, plain) => `$${(braced ?? plain).toUpperCase()}`)

function queryOptions([name, value]: [string, unknown]): string[] {
  const values = Array.isArray(value) && value.length > 0 ? value : [value]
  return values.map((one) => {
    const text = typeof one === 'string' ? one : stringifyJson(one)
    return `--data-urlencode ${quoted(`${name}=${text}`)}`
  })
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
