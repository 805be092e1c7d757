import type { Command } from 'commander'
import type { Invocation } from '../invocation.js'
import type { PoolOptions } from './pool.js'
import type { SourceOptions } from './source.js'
import { withDatabase } from '../with-database.js'
import { jsonOption } from '../commands/options.js'

/** Loads the commands only when one is used, because code that queries the DNS takes some time to load. */
const sourceCommands = () => import('./source.js')
const poolCommands = () => import('./pool.js')

export function addSourceCommands(program: Command, invocation: Invocation): void {
  const source = program
    .command('source')
    .description('The addresses that mail is sent from, with transport "mx".')
  source
    .command('add <address>')
    .description('Add an address. It is warmed up and used once its reverse DNS is correct.')
    .requiredOption('--name <host>', 'the name that it gives in EHLO')
    .option('--pool <name>', 'the pool that it is of', 'default')
    .option('--bind <address>', 'the address of the host that stands for it, behind a NAT')
    .option('--warm', 'it has sent much mail before, and needs no warm-up')
    .action((address: string, options: SourceOptions) =>
      withDatabase(invocation, async (config, { db }) =>
        (await sourceCommands()).addNewSource(db, config, address, options),
      ),
    )
  source
    .command('list', { isDefault: true })
    .description('List the sources and what they have sent today.')
    .option(...jsonOption)
    .action((options: SourceOptions) =>
      withDatabase(invocation, async (_config, { db }) => (await sourceCommands()).listSources(db, options)),
    )
  source
    .command('show <address>')
    .description('Show a source with its caps by provider.')
    .option(...jsonOption)
    .action((address: string, options: SourceOptions) =>
      withDatabase(invocation, async (_config, { db }) =>
        (await sourceCommands()).showSource(db, address, options),
      ),
    )
  source
    .command('check [address]')
    .description('Check the reverse DNS of a source, and DNS block lists, now; or of all sources.')
    .action((address: string | undefined) =>
      withDatabase(invocation, async (config, { db }) =>
        (await sourceCommands()).checkSources(db, config, address),
      ),
    )
  for (const [name, description, draining] of [
    ['drain', 'Stop giving mail to a source.', true],
    ['resume', 'Let a drained source send mail again.', false],
  ] as const) {
    source
      .command(`${name} <address>`)
      .description(description)
      .action((address: string) =>
        withDatabase(invocation, async (_config, { db }) =>
          (await sourceCommands()).drainSource(db, address, draining),
        ),
      )
  }
  source
    .command('remove <address>')
    .description('Remove a source, with its warm-up.')
    .action((address: string) =>
      withDatabase(invocation, async (_config, { db }) => (await sourceCommands()).forgetSource(db, address)),
    )
}

export function addPoolCommands(program: Command, invocation: Invocation): void {
  const pool = program.command('pool').description('Which mail is sent from which sources.')
  pool
    .command('list', { isDefault: true })
    .description('List the pools and their assignments.')
    .option(...jsonOption)
    .action((options: PoolOptions) =>
      withDatabase(invocation, async (config, { db }) =>
        (await poolCommands()).listPools(db, config, options),
      ),
    )
  assigning(
    pool
      .command('assign <pool>')
      .description('Send the mail of a stream, a workspace or a domain through a pool.'),
  ).action((name: string, options: PoolOptions) =>
    withDatabase(invocation, async (_config, { db }) =>
      (await poolCommands()).assignToPool(db, name, options),
    ),
  )
  assigning(pool.command('unassign').description('Send it like all other mail again.')).action(
    (options: PoolOptions) =>
      withDatabase(invocation, async (_config, { db }) =>
        (await poolCommands()).unassignFromPool(db, options),
      ),
  )
  pool
    .command('relay <pool> [url]')
    .description('Send the mail of a pool to a relay, such as smtps://user:password@relay.example:465.')
    .option('--none', 'send it by its sources again')
    .action((name: string, url: string | undefined, options: PoolOptions) =>
      withDatabase(invocation, async (config, { db }) =>
        (await poolCommands()).relayOfPool(db, config, name, { url, ...options }),
      ),
    )
  pool
    .command('schedule <pool> <caps>')
    .description('Set the daily mails to each provider for new sources, such as 50,100,200; or "usual".')
    .action((name: string, caps: string) =>
      withDatabase(invocation, async (_config, { db }) =>
        (await poolCommands()).scheduleOfPool(db, name, caps),
      ),
    )
}

function assigning(command: Command): Command {
  return command
    .option('--stream <stream>', 'transactional, or bulk')
    .option('--workspace <id>', 'the mail of this workspace')
    .option('--domain <domain>', 'the mail from this domain')
}
