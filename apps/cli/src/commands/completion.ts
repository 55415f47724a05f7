import type { Command } from 'commander'
import { CommandError } from '../exit.ts'
import { printLine } from '../output/print.ts'

type Entry = { readonly name: string; readonly description: string; readonly words: string[] }

/** A script that completes commands, subcommands and options in a shell. */
export function completion(program: Command, shell: string): void {
  const script = SCRIPTS[shell]
  if (script === undefined) {
    throw new CommandError('usage', `Unknown shell '${shell}'. Known are bash, zsh and fish.`)
  }
  const entries = program.commands.map(entryOf)
  printLine(script(entries, optionsOf(program)))
}

const entryOf = (command: Command): Entry => ({
  name: command.name(),
  description: command.description(),
  words: [...command.commands.map((sub) => sub.name()), ...optionsOf(command)],
})

const optionsOf = (command: Command): string[] =>
  command.options.flatMap(({ long }) => (long ? [long] : []))

type Script = (entries: readonly Entry[], options: readonly string[]) => string

const names = (entries: readonly Entry[]): string => entries.map(({ name }) => name).join(' ')

const SCRIPTS: Readonly<Record<string, Script>> = {
  bash: (entries, options) =>
    [
      '_qm() {',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: bash replaces it.
      '  local word=${COMP_WORDS[COMP_CWORD]} words',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: bash replaces it.
      '  case "${COMP_CWORD}:${COMP_WORDS[1]}" in',
      `    1:*) words="${[names(entries), ...options].join(' ')}" ;;`,
      ...entries.map(({ name, words }) => `    *:${name}) words="${words.join(' ')}" ;;`),
      '  esac',
      '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
      '}',
      'complete -o default -F _qm qm quartermaster',
    ].join('\n'),
  zsh: (entries, options) =>
    [
      '#compdef qm quartermaster',
      '_qm() {',
      '  if (( CURRENT == 2 )); then',
      `    compadd -- ${[names(entries), ...options].join(' ')}`,
      '    return',
      '  fi',
      '  case "$words[2]" in',
      ...entries.map(({ name, words }) => `    ${name}) compadd -- ${words.join(' ')} ;;`),
      '  esac',
      '  _files',
      '}',
      'compdef _qm qm quartermaster',
    ].join('\n'),
  fish: (entries, options) =>
    entries
      .flatMap(({ name, description, words }) => [
        `complete -c qm -n __fish_use_subcommand -a ${name} -d '${description.replaceAll("'", "\\'")}'`,
        ...words.map((word) => {
          const argument = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`
          return `complete -c qm -n '__fish_seen_subcommand_from ${name}' ${argument}`
        }),
      ])
      .concat(options.map((option) => `complete -c qm -l ${option.slice(2)}`))
      .join('\n'),
}
