import type { Command } from 'commander'
import { nearest } from '../arguments/nearest.js'

/** The max number of commands that are named. More of one name do not help to find the one that was meant. */
const mostNamed = 3

/**
 * Refuses the name of a command without its group, such as `postseal send`, with the commands of that name. A name
 * that is near a group's is left to commander, which suggests the group.
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

/** Returns the name of a command that was typed, or nearly so if no group has such a name. */
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
