import { posix } from 'node:path'

const IMPORT = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"])([^'"]+)\1/

type Failure = {
  /** Those of the folder. */
  readonly files: readonly string[]
  /** What Node said of an import that it could not follow. */
  readonly message: string
}

/** The line of a module with an import that cannot be followed; null where none stands out. */
export function findImportLine(source: string, { files, message }: Failure): number | null {
  const isBad = (line: string) => {
    const [, , wanted] = IMPORT.exec(line) ?? []
    if (wanted === undefined) return false
    if (message.includes(`'${wanted}'`)) return true
    return /^\.{0,2}\//.test(wanted) && !files.includes(posix.normalize(wanted))
  }
  const index = source.split('\n').findIndex(isBad)
  return index === -1 ? null : index + 1
}
