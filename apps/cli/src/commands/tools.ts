import { access, mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { checkFolders, type FolderCheck, newFolder, problemText } from '@quartermaster/manifests'
import type { Command } from 'commander'
import { readVariables, toolsDir } from '../environment.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** `qm tools`: folders of your own tools, before they are deployed. */
export function addTools(program: Command): void {
  const tools = program.command('tools').description('folders of your own tools')

  tools
    .command('check [dir]')
    .description('what the gateway would say of a folder, or of all in a folder of folders')
    .action(async (dir = toolsDir()) => check(dir))

  tools
    .command('new <name>')
    .description('write a folder that works, with a test')
    .option('-d, --dir <dir>', 'where the folders are (QM_TOOLS_DIR)')
    .action(async (name: string, { dir = toolsDir() }: { dir?: string }) => create(name, dir))
}

async function check(dir: string): Promise<void> {
  const variables = readVariables()
  const checks = await checkFolders(dir, {
    toolsDir: toolsDir(),
    findSecret: (variable) => variables[variable],
  })
  for (const entry of checks) describe(entry)
  const broken = checks.filter(({ problems }) => problems.length > 0).length
  if (checks.length === 0) say(`There are no folders in ${dir}.`)
  else say(`${checks.length - broken} of ${checks.length} folders can be loaded.`)
  if (broken > 0 || checks.length === 0) process.exitCode = 1
}

function describe({ folder, dir, label, functions, problems, warnings }: FolderCheck): void {
  const place = relative(process.cwd(), dir)
  if (problems.length === 0) say(`ok      ${folder} ("${label}"): ${functions.join(', ')}`)
  else say(`broken  ${folder}`)
  for (const problem of problems) say(`        ${join(place, problemText(problem))}`)
  for (const warning of warnings) say(`        warning: ${join(place, problemText(warning))}`)
}

async function create(name: string, dir: string): Promise<void> {
  const files = newFolder(name)
  const folder = join(dir, name)
  const isThere = await access(folder).then(
    () => true,
    () => false,
  )
  if (isThere) throw new Error(`There is already a folder ${folder}`)
  await mkdir(folder, { recursive: true })
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text)
  const shown = relative(process.cwd(), folder) || folder
  say(`${shown} is ready: a running gateway picks it up.`)
  say(`  check it   qm tools check ${shown}`)
  say(`  test it    npx vitest run ${shown}`)
}
