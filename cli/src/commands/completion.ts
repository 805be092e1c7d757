import { Argument, type Command, type Option } from 'commander'
import { printableLine } from '../../../base/text/printable.js'
import { readClientConfig } from '../profiles/client-config.js'
import { candidatesFor } from '../completion/candidates.js'
import { completionScripts } from '../completion/scripts.js'
import { readProfiles } from '../profiles/store.js'
import type { Client } from './client.js'
import { FieldOption } from './options.js'

/** The maximum length of a word's description in a shell, in characters. */
const maxDescription = 70

/** Adds the command that prints the completion script for a shell. */
export function addCompletionCommand(program: Command, { invocation }: Client): void {
  const { console, process } = invocation
  const shells = [...completionScripts.keys()]
  program
    .command('completion')
    .description(`Print the completion script for a shell: ${shells.join(', ')}.`)
    .addArgument(new Argument('<shell>', 'the shell').choices([...shells, 'words']))
    .argument('[words...]', 'with "words": what was typed, behind --')
    .action((shell: string, words: readonly string[]) => {
      const script = completionScripts.get(shell)
      if (script !== undefined) return console.log(script.trimEnd())
      const candidates = candidatesFor(program, words, {
        ofOption: (option) => valuesOf(option, process.env),
        ofArguments: (path) => argumentsOf(path, shells, process.env),
      })
      for (const { word, description } of candidates) {
        console.log(`${printableLine(word)}\t${printableLine(description).slice(0, maxDescription)}`)
      }
    })
}

type Variables = Client['invocation']['process']['env']

function valuesOf(option: Option, env: Variables): readonly string[] | undefined {
  if (option instanceof FieldOption) return option.candidates
  return option.long === '--profile' ? profileNames(env) : undefined
}

function argumentsOf([group, name]: readonly string[], shells: readonly string[], env: Variables) {
  if (group === 'completion') return shells
  if (group === 'profile' && ['show', 'use', 'remove'].includes(name ?? '')) return profileNames(env)
  return undefined
}

/** Returns the profile names. Other commands report a file that cannot be used. */
function profileNames(env: Variables): readonly string[] {
  try {
    return [...readProfiles(readClientConfig(env).configDir).byName.keys()]
  } catch {
    return []
  }
}
