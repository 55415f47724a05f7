import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml'
import { BrokenFolder } from './folder-problem.ts'

export type Path = readonly (string | number)[]

export type YamlFile = {
  /** JSON; large numbers keep every digit. */
  readonly value: unknown
  /** The line of a path of `value`, or of its nearest ancestor. */
  readonly lineOf: (path: Path) => number | null
}

const MAX_ALIASES = 100
const MAX_NODES = 50_000
const MAX_DEPTH = 50

/** YAML 1.2 core schema: `1:1`, `1K`, `yes` and `2024-01-01` are strings. */
export function readYaml(file: string, text: string): YamlFile {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    lineCounter: lines,
    stringKeys: true,
    intAsBigInt: true,
    prettyErrors: false,
  })
  const lineAt = (position: number | undefined) =>
    position === undefined ? null : lines.linePos(position).line
  const broken = (line: number | null, reason: string) => new BrokenFolder({ file, line, reason })

  const [fault] = [...document.errors, ...document.warnings]
  if (fault !== undefined) {
    throw broken(lineAt(fault.pos[0]), `This is not valid YAML: ${fault.message}.`)
  }
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch (error) {
    const reason = (error as Error).message
    const isBomb = /alias count/.test(reason)
    const line = lineAt(aliasAt(document, !isBomb))
    throw broken(line, isBomb ? 'It expands aliases too often.' : `${reason}.`)
  }
  try {
    return { value: toJson(value), lineOf }
  } catch (error) {
    if (!(error instanceof NotSupported)) throw error
    throw broken(lineOf(error.path), error.message)
  }

  function lineOf(path: Path): number | null {
    let node: unknown = document.contents
    let start = (node as Node | null)?.range?.[0]
    for (const step of path) {
      if (isAlias(node)) node = node.resolve(document)
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step)
        if (pair === undefined) break
        start = (pair.key as Node).range?.[0] ?? start
        node = pair.value
      } else if (isSeq(node) && node.items[Number(step)] !== undefined) {
        node = node.items[Number(step)]
        start = (node as Node).range?.[0] ?? start
      } else break
    }
    return start === undefined ? null : lines.linePos(start).line
  }
}

/** The position of the first alias, or of the first unresolved one. */
function aliasAt(document: Document, isUnresolved: boolean): number | undefined {
  let position: number | undefined
  visit(document, {
    Alias(_key, node) {
      if (isUnresolved && node.resolve(document) !== undefined) return undefined
      position = node.range?.[0]
      return visit.BREAK
    },
  })
  return position
}

class NotSupported extends Error {
  override readonly name = 'NotSupported'
  readonly path: Path

  constructor(path: Path, message: string) {
    super(message)
    this.path = path
  }
}

/** Copies the value as JSON. Aliases are expanded, so the size of the copy is limited. */
function toJson(root: unknown): unknown {
  let nodes = 0
  const copy = (value: unknown, path: Path): unknown => {
    nodes++
    if (nodes > MAX_NODES) throw new NotSupported(path, 'It is too large.')
    if (path.length > MAX_DEPTH) {
      throw new NotSupported(path, `It is nested deeper than ${MAX_DEPTH} levels.`)
    }
    if (typeof value === 'bigint') return exactNumber(value)
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new NotSupported(path, 'Only finite numbers can be used.')
    }
    if (Array.isArray(value)) return value.map((item, index) => copy(item, [...path, index]))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, copy(member, [...path, key])]),
    )
  }
  return copy(root, [])
}

const exactNumber = (value: bigint): unknown =>
  Number.isSafeInteger(Number(value)) ? Number(value) : JSON.rawJSON(String(value))
