import type { FunctionSpec, Manifest } from '../manifest/manifest.ts'

/** A version of a folder: its manifest, and a hash of each file by its path. */
export type FolderVersion = {
  readonly manifest: Manifest
  readonly files: ReadonlyMap<string, string>
}

export type FolderChanges = {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Functions whose definition changed, with the parts that did. */
  readonly changed: readonly { readonly name: string; readonly parts: readonly string[] }[]
  /** Parts of the manifest that concern the whole folder. */
  readonly settings: readonly string[]
  /** Files that were added, removed or changed. */
  readonly files: readonly string[]
}

const PARTS: Readonly<Record<string, (spec: FunctionSpec) => unknown>> = {
  description: ({ description }) => description,
  parameters: ({ input }) => input,
  defaults: ({ defaults }) => defaults,
  timeout: ({ timeoutSeconds }) => timeoutSeconds,
  effect: ({ effect, dangerous, methods }) => [effect, dangerous, methods],
  target: ({ target }) => target,
}

const SETTINGS: Readonly<Record<string, (manifest: Manifest) => unknown>> = {
  label: ({ label }) => label,
  secrets: ({ secrets, optionalSecrets }) => [secrets, optionalSecrets],
  workspaces: ({ workspaces }) => workspaces,
  permissions: ({ permissions }) => permissions,
}

/** What changed from one version of a folder to the next; undefined if nothing did. */
export function compareVersions(
  before: FolderVersion,
  after: FolderVersion,
): FolderChanges | undefined {
  const old = new Map(before.manifest.functions.map((spec) => [spec.name, spec]))
  const names = after.manifest.functions.map(({ name }) => name)
  const changes = {
    added: names.filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !names.includes(name)),
    changed: after.manifest.functions.flatMap((spec) => {
      const earlier = old.get(spec.name)
      const parts = earlier === undefined ? [] : differences(PARTS, earlier, spec)
      return parts.length === 0 ? [] : [{ name: spec.name, parts }]
    }),
    settings: differences(SETTINGS, before.manifest, after.manifest),
    files: [...new Set([...before.files.keys(), ...after.files.keys()])]
      .filter((path) => before.files.get(path) !== after.files.get(path))
      .sort(),
  }
  return Object.values(changes).some((list) => list.length > 0) ? changes : undefined
}

const differences = <T>(
  parts: Readonly<Record<string, (of: T) => unknown>>,
  before: T,
  after: T,
): string[] =>
  Object.entries(parts)
    .filter(([, read]) => JSON.stringify(read(before)) !== JSON.stringify(read(after)))
    .map(([part]) => part)
