import { closestName, isObject, type Problem, readValue } from '@quartermaster/toolkit'
import { importOperations } from '../openapi/import-operations.ts'
import { type FunctionEntry, ManifestFile } from './file-schema.ts'
import { BrokenFolder, type FolderProblem } from './folder-problem.ts'
import { functionSpec, type Settings } from './function-spec.ts'
import type { FunctionSpec, Manifest } from './manifest.ts'
import { DISABLED, isSecretName, secretVariable } from './name-rules.ts'
import { type Path, readYaml } from './read-yaml.ts'

export const MANIFEST = 'manifest.yaml'

export type FolderSource = {
  /** The folder's name, which is its id. */
  readonly name: string
  /** The text of one of its files; undefined if there is none. */
  readonly read: (file: string) => string | undefined
}

/** Reads a folder's manifest, and what it refers to; throws BrokenFolder with all that is wrong. */
export function readManifest(source: FolderSource): Manifest {
  const problems: FolderProblem[] = []
  const warnings: FolderProblem[] = []
  const { value, lineOf } = readYaml(MANIFEST, source.read(MANIFEST) ?? '')
  const at = (path: Path, reason: string) => ({ file: MANIFEST, line: lineOf(path), reason })
  const report = (path: Path, reason: string) => problems.push(at(path, reason))

  if (value === null) throw new BrokenFolder(at([], 'The file is empty.'))
  if (!isObject(value)) throw new BrokenFolder(at([], 'The file must hold a mapping of keys.'))
  const reading = readValue(ManifestFile, value)
  if (reading.problems.length > 0) {
    throw new BrokenFolder(...reading.problems.map((fault) => at(fault.path, faultText(fault))))
  }
  const file = reading.value as ManifestFile
  const settings: Settings = { ...file, secrets: file.secrets ?? [] }

  const functions: FunctionSpec[] = (file.tool_list ?? []).map((entry: FunctionEntry, index) => {
    const weakness = descriptionFault(entry.description)
    if (weakness !== undefined) {
      warnings.push(at(['tool_list', index, 'description'], `'${entry.name}' ${weakness}`))
    }
    return functionSpec(entry, settings, (path, reason) => {
      report(['tool_list', index, ...path], `${placeText(entry.name, path)}${reason}`)
    })
  })
  const placeOf = (index: number): Path =>
    index < (file.tool_list?.length ?? 0) ? ['tool_list', index] : ['openapi']
  if (file.openapi !== undefined) {
    const options = typeof file.openapi === 'string' ? { file: file.openapi } : file.openapi
    const imported = importOperations(source, options, settings)
    functions.push(...imported.functions)
    problems.push(...imported.problems.map((problem) => withLine(problem, lineOf(['openapi']))))
    warnings.push(...imported.warnings)
  }

  if (functions.length === 0 && problems.length === 0) {
    report(['tool_list'], 'It has no functions: tool_list is missing or empty.')
  }
  for (const { name, index } of twins(functions)) {
    report(placeOf(index), `Two functions are called '${name}'.`)
  }
  for (const [index, name] of settings.secrets.entries()) {
    if (isSecretName(name)) continue
    report(['secrets', index], 'A secret is named in capitals, digits and single _: API_KEY.')
  }
  const label = (file.tool_human_name ?? file.tool_name ?? '').trim()
  const atLabel = [file.tool_human_name === undefined ? 'tool_name' : 'tool_human_name']
  if (label === '') report([], 'It has neither tool_human_name nor tool_name.')
  if (label.length > 100) report(atLabel, 'Its label has more than 100 characters.')
  if (/\p{Cc}/u.test(label)) report(atLabel, 'Its label has a control character in it.')
  if (label.toLowerCase() === DISABLED.toLowerCase()) {
    report(atLabel, `"${DISABLED}" stands for no tools at all, so it cannot be a label.`)
  }
  const hasUrl = functions.some(({ target }) => target.kind === 'url')
  if (file.headers !== undefined && !hasUrl) {
    warnings.push(at(['headers'], 'Headers are for functions with a url, and there is none.'))
  }
  if (problems.length > 0) throw new BrokenFolder(...problems)
  return {
    label,
    functions,
    secrets: settings.secrets,
    permissions: file.permissions ?? [],
    warnings,
    lines: {
      functions: functions.map((_, index) => lineOf(placeOf(index))),
      secrets: settings.secrets.map((_, index) => lineOf(['secrets', index])),
    },
  }
}

/** Which of the declared secrets the operator has not set, in words that say how. */
export const missingSecrets = (
  folder: string,
  manifest: Manifest,
  find: (variable: string) => string | undefined,
): FolderProblem[] =>
  onSecrets(folder, manifest, (variable) =>
    find(variable) ? undefined : `A secret is not set: the gateway needs the variable ${variable}.`,
  )

/** Secrets that are another folder's, since both names make the same variable. */
export const takenSecrets = (
  folder: string,
  manifest: Manifest,
  ownerOf: (variable: string) => string | undefined,
): FolderProblem[] =>
  onSecrets(folder, manifest, (variable) => {
    const owner = ownerOf(variable)
    return (
      owner &&
      `The variable ${variable} is the folder '${owner}'’s: give this folder a name that differs by more than capitals and signs.`
    )
  })

const onSecrets = (
  folder: string,
  { secrets, lines }: Manifest,
  fault: (variable: string) => string | undefined,
): FolderProblem[] =>
  secrets.flatMap((name, index) => {
    const reason = fault(secretVariable(folder, name))
    return reason ? [{ file: MANIFEST, line: lines.secrets[index] ?? null, reason }] : []
  })

function descriptionFault(description: string | undefined): string | undefined {
  if (description === undefined) return 'has no description: a model cannot know its use.'
  if (description.length <= 1024) return undefined
  return 'has a description of more than 1024 characters, which not every vendor takes.'
}

const withLine = (problem: FolderProblem, line: number | null): FolderProblem =>
  problem.file === MANIFEST ? { ...problem, line } : problem

const twins = (functions: readonly FunctionSpec[]) => {
  // Allow-lists do not tell capitals, so that two names must differ by more.
  const seen = new Set<string>()
  return functions
    .map(({ name }, index) => ({ name, index }))
    .filter(({ name }) => seen.size === seen.add(name.toLowerCase()).size)
}

/** `'multiply': parameters.properties.x ` */
const placeText = (name: string, path: Path): string =>
  path.length === 0 || path[0] === 'name' ? `'${name}' ` : `'${name}': ${path.join('.')} `

function faultText({ kind, path, message, valid = [] }: Problem): string {
  const place = path.map(String).join('.')
  if (kind === 'unknown') {
    const near = closestName(String(path.at(-1)), valid)
    return `The key '${place}' is not known${near === undefined ? '.' : `; did you mean '${near}'?`}`
  }
  return `'${place}' ${message}.`
}
