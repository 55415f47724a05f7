import { stringifyJson } from '@quartermaster/toolkit'
import type { Placed } from '../schema/model-schema.ts'

/** One call on the command line, with the address and the key from the environment. */
export function curl({ tool, path }: Placed, input: Readonly<Record<string, unknown>>): string {
  const url = `"$QM_URL${withVariables(path)}"`
  const key = '-H "x-api-key: $QM_KEY"'
  const parts = tool.methods.includes('POST')
    ? [
        `curl ${url}`,
        key,
        "-H 'content-type: application/json'",
        `-d ${quoted(stringifyJson(input))}`,
      ]
    : [`curl -G ${url}`, key, ...Object.entries(input).flatMap(queryOptions)]
  return parts.join(' \\\n  ')
}

/** What stands for an id in a path becomes a variable of the shell. */
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
