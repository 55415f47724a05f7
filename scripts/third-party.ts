import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

// Writes THIRD_PARTY.md: the packages that run in production, by licence. `--check` fails if it is outdated.

type Component = {
  readonly name: string
  readonly group?: string
  readonly version: string
  readonly licenses?: readonly { license?: { id?: string; name?: string }; expression?: string }[]
}

const FILE = new URL('../THIRD_PARTY.md', import.meta.url)
const OURS = '@quartermaster'

function readComponents(): Component[] {
  const sbom = execFileSync('pnpm', ['sbom', '--sbom-format', 'cyclonedx', '--prod'], {
    maxBuffer: 100_000_000,
    encoding: 'utf8',
  })
  const { components } = JSON.parse(sbom) as { components: Component[] }
  return components.filter(({ group }) => group !== OURS)
}

const licenceOf = ({ licenses = [] }: Component): string =>
  licenses
    .map(({ license, expression }) => expression ?? license?.id ?? license?.name)
    .join(', ') || 'see the package'

// The package with the binaries for this machine stands for those of all platforms.
const PLATFORM = /\b(linux|darwin|win32|windows|freebsd|android)\b.*$/

const nameOf = ({ group, name, version }: Component): string =>
  `${group === undefined ? '' : `${group}/`}${name.replace(PLATFORM, 'PLATFORM')} ${version}`

function page(components: readonly Component[]): string {
  const byLicence = Map.groupBy(components, licenceOf)
  const sections = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, packages]) => {
      const names = [...new Set(packages.map(nameOf))].sort()
      return `## ${licence}\n\n${names.join(', ')}\n`
    })
  return [
    '# Licences of dependencies\n',
    'The packages that Quartermaster needs to run, by licence. Written by `pnpm third-party`.\n',
    ...sections,
  ].join('\n')
}

const text = page(readComponents())
if (!process.argv.includes('--check')) writeFileSync(FILE, text)
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('THIRD_PARTY.md is outdated: run pnpm third-party')
  process.exitCode = 1
}
