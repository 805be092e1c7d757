import type { Command } from 'commander'
import { nearest } from '../arguments/nearest.js'

/** The maximum number of commands to name. More commands with the same name do not help the user. */
const mostNamed = 3

/**
 * Rejects a command name without its group, such as `postseal send`, and names the commands with that name. If the
 * name is close to a group's, commander suggests the group.
 */
export function refuseUnknownCommand(program: Command, [given = '']: readonly string[]): void {
  if (given === '' || given.startsWith('-') || given === 'help') return
  const groups = program.commands
  if (groups.some((group) => group.name() === given || group.aliases().includes(given))) return
  const paths = (name: string) =>
    groups.flatMap((group) =>
      group.commands.filter((each) => each.name() === name).map(() => `${group.name()} ${name}`),
    )
  const [first = '', ...others] = paths(nameIn(groups, given) ?? '')
  if (first === '' || others.length >= mostNamed) return
  const list =
    others.length === 0 ? first : `${[first, ...others.slice(0, -1)].join(', ')} or ${others.at(-1)}`
  program.error(`error: unknown command '${given}'\n(Did you mean ${list}?)`)
}

/** Returns the typed command name, or a close match if no group has such a command. */
function nameIn(groups: readonly Command[], given: string): string | undefined {
  const names = new Set(groups.flatMap((group) => group.commands.map((each) => each.name())))
  if (names.has(given)) return given
  const isOfGroup =
    nearest(
      given,
      groups.map((group) => group.name()),
    ) !== undefined
  return isOfGroup ? undefined : nearest(given, names)
}
