import { posix } from 'node:path'

const IMPORT = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"])([^'"]+)\1/

type Failure = {
  /** The files of the folder. */
  readonly files: readonly string[]
  /** Node's error about an import that it could not resolve. */
  readonly message: string
}

/** The line with the import that cannot be resolved; null if none stands out. */
export function findImportLine(source: string, { files, message }: Failure): number | null {
  const isUnresolved = (line: string) => {
    const [, , wanted] = IMPORT.exec(line) ?? []
    if (wanted === undefined) return false
    if (message.includes(`'${wanted}'`)) return true
    return /^\.{0,2}\//.test(wanted) && !files.includes(posix.normalize(wanted))
  }
  const index = source.split('\n').findIndex(isUnresolved)
  return index === -1 ? null : index + 1
}
