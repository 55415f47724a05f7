import { access, mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { checkFolders, type FolderCheck, newFolder, problemText } from '@quartermaster/manifests'
import { readVariables, toolsDir } from '../environment.ts'
import { CommandError } from '../exit.ts'
import { type Output, printJson, printLine } from '../output/print.ts'

/** Prints what the gateway would report about a folder, or about all folders in a directory. */
export async function checkToolFolders(output: Output, dir = toolsDir()): Promise<void> {
  const variables = readVariables()
  const checks = await checkFolders(dir, {
    toolsDir: toolsDir(),
    findSecret: (variable) => variables[variable],
  })
  const broken = checks.filter(({ problems }) => problems.length > 0).length
  if (broken > 0 || checks.length === 0) process.exitCode = 1
  if (output.json) return printJson({ folders: checks })
  for (const entry of checks) printCheck(entry)
  if (checks.length === 0) printLine(`No folders in ${dir}.`)
  else printLine(`${checks.length - broken} of ${checks.length} folders can be loaded.`)
}

function printCheck({ folder, dir, label, functions, problems, warnings }: FolderCheck): void {
  const base = relative(process.cwd(), dir)
  if (problems.length === 0) printLine(`ok      ${folder} ("${label}"): ${functions.join(', ')}`)
  else printLine(`broken  ${folder}`)
  for (const problem of problems) printLine(`        ${join(base, problemText(problem))}`)
  for (const warning of warnings) printLine(`        warning: ${join(base, problemText(warning))}`)
}

/** Writes a folder with a working example and its test. */
export async function createToolFolder(
  output: Output,
  name: string,
  dir = toolsDir(),
): Promise<void> {
  const files = newFolder(name)
  const folder = join(dir, name)
  const exists = await access(folder).then(
    () => true,
    () => false,
  )
  if (exists) throw new CommandError('refused', `The folder ${folder} already exists.`)
  await mkdir(folder, { recursive: true })
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text)
  if (output.json) return printJson({ folder, files: Object.keys(files) })
  const shown = relative(process.cwd(), folder) || folder
  printLine(`${shown} is ready. A running gateway loads it automatically.`)
  printLine(`  check it   qm tools check ${shown}`)
  printLine(`  test it    npx vitest run ${shown}`)
}
