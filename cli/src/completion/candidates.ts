import type { Command, Option } from 'commander'

/** A possible next word, with its description. */
export interface Candidate {
  readonly word: string
  readonly description: string
}

/** Looks up words whose values are known only during completion. */
export interface KnownWords {
  /** Returns the values of an option, or undefined for an option that takes any value. */
  readonly ofOption: (option: Option) => readonly string[] | undefined
  /** Returns the argument values of a command, by the words of its name. */
  readonly ofArguments: (path: readonly string[]) => readonly string[] | undefined
}

/**
 * Returns the words that can complete the last word.
 *
 * @param words the words after the program's name; the last one is being typed, and can be empty
 * @returns an empty list if the shell should offer files, or nothing is known
 */
export function candidatesFor(program: Command, words: readonly string[], known: KnownWords): Candidate[] {
  const typed = words.at(-1) ?? ''
  const { command, path, pending } = follow(program, words.slice(0, -1))
  if (pending !== undefined) return starting(typed, described(known.ofOption(pending)))
  const [, name = '', start] = /^(--[^=]+)=(.*)$/s.exec(typed) ?? []
  if (start !== undefined) {
    const option = optionOf(command, name)
    const values = option === undefined ? undefined : known.ofOption(option)
    return starting(typed, described(values?.map((value) => `${name}=${value}`)))
  }
  if (typed.startsWith('-')) return starting(typed, optionsOf(command))
  if (command.commands.length > 0) return starting(typed, commandsOf(command))
  return starting(typed, described(known.ofArguments(path)))
}

/** Returns the command that the words name, and the option whose value comes next. */
function follow(program: Command, words: readonly string[]) {
  let command = program
  const path: string[] = []
  let pending: Option | undefined
  for (const word of words) {
    if (pending !== undefined) pending = undefined
    else if (word.startsWith('-')) {
      const option = optionOf(command, word)
      if (option?.required === true || option?.optional === true) pending = option
    } else {
      const next = command.commands.find((each) => each.name() === word || each.aliases().includes(word))
      if (next === undefined) continue
      command = next
      path.push(next.name())
    }
  }
  return { command, path, pending }
}

function optionOf(command: Command, word: string): Option | undefined {
  return command.options.find(({ long, short }) => long === word || short === word)
}

function optionsOf(command: Command): Candidate[] {
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map(({ long, description }) => ({ word: long ?? '', description }))
  return [...options, { word: '--help', description: 'display help for command' }]
}

function commandsOf(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((each) => ({
      word: each.name(),
      description: each.summary() || each.description(),
    }))
}

function described(words: readonly string[] = []): Candidate[] {
  return words.map((word) => ({ word, description: '' }))
}

function starting(typed: string, candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(typed))
}
