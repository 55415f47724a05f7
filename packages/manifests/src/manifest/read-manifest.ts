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
  /** The text of a file; undefined if it does not exist. */
  readonly read: (file: string) => string | undefined
}

/** Reads a folder's manifest and the OpenAPI file it refers to; throws BrokenFolder with all faults. */
export function readManifest(source: FolderSource): Manifest {
  const problems: FolderProblem[] = []
  const warnings: FolderProblem[] = []
  const { value, lineOf } = readYaml(MANIFEST, source.read(MANIFEST) ?? '')
  const at = (path: Path, reason: string) => ({ file: MANIFEST, line: lineOf(path), reason })
  const report = (path: Path, reason: string) => problems.push(at(path, reason))

  if (value === null) throw new BrokenFolder(at([], 'The file is empty.'))
  if (!isObject(value)) throw new BrokenFolder(at([], 'The file must be a mapping of keys.'))
  const reading = readValue(ManifestFile, value)
  if (reading.problems.length > 0) {
    throw new BrokenFolder(...reading.problems.map((fault) => at(fault.path, faultText(fault))))
  }
  const file = reading.value as ManifestFile
  const { optional_secrets: optionalSecrets = [], workspaces } = file
  const secrets = [...(file.secrets ?? []), ...optionalSecrets]
  const hasUnassignedSecrets = secrets.length > 0 && workspaces === undefined
  const settings: Settings = { ...file, secrets, hasUnassignedSecrets }

  const functions: FunctionSpec[] = (file.tool_list ?? []).map((entry: FunctionEntry, index) => {
    const remark = descriptionFault(entry.description)
    if (remark !== undefined) {
      warnings.push(at(['tool_list', index, 'description'], `'${entry.name}' ${remark}`))
    }
    return functionSpec(entry, settings, (path, reason) => {
      report(['tool_list', index, ...path], `${describePath(entry.name, path)}${reason}`)
    })
  })
  const pathOf = (index: number): Path =>
    index < (file.tool_list?.length ?? 0) ? ['tool_list', index] : ['openapi']
  const secretPath = (index: number): Path => {
    const required = file.secrets?.length ?? 0
    return index < required ? ['secrets', index] : ['optional_secrets', index - required]
  }
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
  for (const { name, index } of duplicates(functions)) {
    report(pathOf(index), `Two functions are called '${name}'.`)
  }
  for (const [index, name] of secrets.entries()) {
    if (isSecretName(name)) continue
    report(
      secretPath(index),
      'The name of a secret consists of capitals, digits and single _, such as API_KEY.',
    )
  }
  const label = (file.tool_human_name ?? file.tool_name ?? '').trim()
  const atLabel = [file.tool_human_name === undefined ? 'tool_name' : 'tool_human_name']
  if (label === '') report([], 'It has neither tool_human_name nor tool_name.')
  if (label.length > 100) report(atLabel, 'Its label has more than 100 characters.')
  if (/\p{Cc}/u.test(label)) report(atLabel, 'Its label has a control character in it.')
  if (label.toLowerCase() === DISABLED.toLowerCase()) {
    report(atLabel, `"${DISABLED}" means no tools at all, so it cannot be a label.`)
  }
  const hasUrl = functions.some(({ target }) => target.kind === 'url')
  if (file.headers !== undefined && !hasUrl) {
    warnings.push(at(['headers'], 'No function has a url, so headers have no effect.'))
  }
  if (hasUnassignedSecrets && functions.some(({ dangerous }) => dangerous)) {
    warnings.push(at(['secrets'], UNASSIGNED_SECRETS))
  }
  if (problems.length > 0) throw new BrokenFolder(...problems)
  return {
    label,
    functions,
    secrets,
    optionalSecrets,
    workspaces: workspaces === undefined || workspaces.includes('*') ? null : workspaces,
    permissions: file.permissions ?? [],
    warnings,
    lines: {
      functions: functions.map((_, index) => lineOf(pathOf(index))),
      secrets: secrets.map((_, index) => lineOf(secretPath(index))),
    },
  }
}

const UNASSIGNED_SECRETS =
  'The folder has secrets, so only agents whose allow-list names a function may call it. Set workspaces, such as workspaces: ["*"], to open it.'

/** Reports the declared secrets that the operator has not set. */
export const missingSecrets = (
  folder: string,
  manifest: Manifest,
  find: (variable: string) => string | undefined,
): FolderProblem[] =>
  onSecrets(folder, manifest, (variable, name) =>
    manifest.optionalSecrets.includes(name) || find(variable)
      ? undefined
      : `A secret is not set: the gateway needs the environment variable ${variable}.`,
  )

/** Reports secrets whose variable belongs to another folder with a similar name. */
export const takenSecrets = (
  folder: string,
  manifest: Manifest,
  ownerOf: (variable: string) => string | undefined,
): FolderProblem[] =>
  onSecrets(folder, manifest, (variable) => {
    const owner = ownerOf(variable)
    return (
      owner &&
      `The variable ${variable} belongs to the folder '${owner}'. Give this folder a name that differs by more than case and punctuation.`
    )
  })

const onSecrets = (
  folder: string,
  { secrets, lines }: Manifest,
  fault: (variable: string, name: string) => string | undefined,
): FolderProblem[] =>
  secrets.flatMap((name, index) => {
    const reason = fault(secretVariable(folder, name), name)
    return reason ? [{ file: MANIFEST, line: lines.secrets[index] ?? null, reason }] : []
  })

function descriptionFault(description: string | undefined): string | undefined {
  if (description === undefined) return 'has no description: a model cannot know when to use it.'
  if (description.length <= 1024) return undefined
  return 'has a description of more than 1024 characters, which not every vendor accepts.'
}

const withLine = (problem: FolderProblem, line: number | null): FolderProblem =>
  problem.file === MANIFEST ? { ...problem, line } : problem

const duplicates = (functions: readonly FunctionSpec[]) => {
  // Allow-lists ignore case, so names must differ by more than case.
  const seen = new Set<string>()
  return functions
    .map(({ name }, index) => ({ name, index }))
    .filter(({ name }) => seen.size === seen.add(name.toLowerCase()).size)
}

/** `'multiply': parameters.properties.x ` */
const describePath = (name: string, path: Path): string =>
  path.length === 0 || path[0] === 'name' ? `'${name}' ` : `'${name}': ${path.join('.')} `

function faultText({ kind, path, message, valid = [] }: Problem): string {
  const key = path.map(String).join('.')
  if (kind === 'unknown') {
    const near = closestName(String(path.at(-1)), valid)
    return `Unknown key '${key}'${near === undefined ? '.' : `; did you mean '${near}'?`}`
  }
  return `'${key}' ${message}.`
}
