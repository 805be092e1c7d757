import type { Command } from 'commander'
import type { AddProfileOptions, ShowOptions } from '../profiles/commands.js'
import { groupOf } from './add.js'
import type { Client } from './client.js'

/** Loads code that sends requests, which help and other commands do not need. */
const load = () => import('../profiles/commands.js')

/** Adds the commands for profiles. */
export function addProfileCommands(program: Command, client: Client): void {
  const group = groupOf(program, 'profile', 'The services that commands use, each with its key.')
  const add = (name: string, description: string) => group.command(name).description(description)
  const json = ['--json', 'print JSON'] as const
  add(
    'add <name>',
    'Save a service and a key under a name. The key is asked for, or read from standard input.',
  )
    .requiredOption('--url <url>', 'the address of the service, such as https://mail.shop.example')
    .option('--project <id>', 'the project that is meant where one is needed and none is named')
    .option('--timeout <seconds>', 'the timeout of an attempt in seconds (default: 60)')
    .option('--no-check', 'do not ask the service whether it knows the key')
    .action(async (name: string, options: AddProfileOptions) =>
      (await load()).addProfile(client, name, options),
    )
  add('list', 'List the profiles.')
    .option(...json)
    .action(async (options: ShowOptions) => (await load()).listProfiles(client, options))
  add('show [name]', 'Show a profile, by default the one in use. Only the last letters of the key are shown.')
    .option(...json)
    .action(async (name: string | undefined, options: ShowOptions) =>
      (await load()).showProfile(client, name, options),
    )
  add('use <name>', 'Use a profile by default.').action(async (name: string) =>
    (await load()).useProfile(client, name),
  )
  add('remove <name>', 'Forget a profile. Its key still works: revoke it if you no longer need it.').action(
    async (name: string) => (await load()).removeProfile(client, name),
  )
}
