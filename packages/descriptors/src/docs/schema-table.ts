import { stringifyJson } from '@quartermaster/toolkit'
import { describeSchema } from '../schema/describe-constraints.ts'
import { isSchema, type JsonObject, schemas } from '../schema/json-schema.ts'

type Field = { name: string; schema: JsonObject; required: boolean }

/** A row for each parameter and for each member inside it. */
export const parameterTable = (schema: JsonObject): string =>
  table(
    ['Name', 'Type', 'Required', 'Default', 'Description'],
    fieldsOf(schema).map(({ name, schema, required }) => [
      code(name),
      code(describeSchema(schema)),
      required ? 'yes' : 'no',
      schema.default === undefined ? '' : code(stringifyJson(schema.default)),
      text(schema.description),
    ]),
  )

export const replyTable = (schema: JsonObject): string =>
  table(
    ['Name', 'Type', 'Always present', 'Description'],
    fieldsOf(schema).map(({ name, schema, required }) => [
      code(name),
      code(describeSchema(schema)),
      required ? 'yes' : 'no',
      text(schema.description),
    ]),
  )

/** The members of a schema, including those of its items and alternatives. */
export function fieldsOf(schema: JsonObject, path = ''): Field[] {
  const { properties, items, required } = schema
  const named = isSchema(properties) ? Object.entries(properties) : []
  const own = named.flatMap(([key, member]) => {
    if (!isSchema(member)) return []
    const name = path === '' ? key : `${path}.${key}`
    const isRequired = Array.isArray(required) && required.includes(key)
    return [{ name, schema: member, required: isRequired }, ...fieldsOf(member, name)]
  })
  const ofItems = isSchema(items) ? fieldsOf(items, `${path}[]`) : []
  const ofBranches = schemas(schema.anyOf ?? schema.oneOf).flatMap((branch) =>
    fieldsOf(branch, path),
  )
  return [...own, ...ofItems, ...ofBranches]
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A bar ends a cell even inside code, and a line break ends the table. */
const cell = (content: string): string =>
  content.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Inline code, so that Markdown in the text has no effect. */
export const code = (content: string): string =>
  content.includes('`') ? `\`\` ${content} \`\`` : `\`${content}\``
