import { Command } from 'commander'
import { readConfig, type Config } from '../config.js'
import { ConfigError } from '../config/config-error.js'
import { openDatabaseBeside, type Database } from '../db/database.js'
import { isUnavailable } from '../db/unavailable.js'
import { CommandError } from './command-error.js'
import { haltByOperator, resumeByOperator, showSending, type SendingOptions } from './sending.js'
import {
  listDomains,
  removeDomain,
  showDomain,
  trustDomain,
  type DomainOptions,
  type TrustOptions,
} from './domain.js'
import { createSession, type SessionOptions } from './session-create.js'

/**
 * The operator's command line: what the public contract leaves out. It works on the database directly, beside a
 * running service or without one. Results go to standard output, everything else to standard error.
 *
 * Exit codes: 0, 1 for a failure, 2 for a configuration that makes no sense.
 */
const program = new Command('postseal').description('Operate a Postseal service.')

const session = program.command('session').description('Signed sessions of workspace users.')
session
  .command('create')
  .description('Mint a session token, to be sent as "Authorization: Bearer <token>".')
  .option('--workspace <id>', 'the workspace (needed where there are several)')
  .option('--email <address>', 'the user; the first owner unless given')
  .option('--role <role>', 'make the user with this role where there is none: owner, admin or member')
  .option('--minutes <number>', 'how long the token is good for, 1 to 1440', '60')
  .option('--json', 'print a JSON object rather than the bare token')
  .action((options: SessionOptions) =>
    withDatabase((config, database) => createSession(config, database.db, options)),
  )

const sending = program.command('sending').description('Whether a workspace may send.')
const workspaceOption = ['--workspace <id>', 'the workspace (needed where there are several)'] as const
const jsonOption = ['--json', 'print a JSON object'] as const
sending
  .command('halt')
  .description('Refuse its sends and let its queue wait.')
  .option(...workspaceOption)
  .option('--note <text>', 'why, for whoever asks for the sending status')
  .option(...jsonOption)
  .action((options: SendingOptions) => withDatabase((_config, { db }) => haltByOperator(db, options)))
sending
  .command('resume')
  .description('Let it send again, and count its bounces and complaints anew.')
  .option(...workspaceOption)
  .option(...jsonOption)
  .action((options: SendingOptions) => withDatabase((_config, { db }) => resumeByOperator(db, options)))
sending
  .command('status')
  .description('Say whether it may send, and what is watched to decide it.')
  .option(...workspaceOption)
  .option(...jsonOption)
  .action((options: SendingOptions) => withDatabase((_config, { db }) => showSending(db, options)))

const domain = program.command('domain').description('The domains that live projects may send from.')
domain
  .command('trust <name>')
  .description('Vouch for a domain, so that it counts as verified, and make the keys that sign its mail.')
  .option('--ed25519', 'sign with an Ed25519 key too, beside the RSA key')
  .option(...workspaceOption)
  .option(...jsonOption)
  .action((name: string, options: TrustOptions) =>
    withDatabase((config, { db }) => trustDomain(db, config, name, options)),
  )
domain
  .command('show <name>')
  .description('Show a domain with the DNS records to publish for it.')
  .option(...workspaceOption)
  .option(...jsonOption)
  .action((name: string, options: DomainOptions) =>
    withDatabase((config, { db }) => showDomain(db, config, name, options)),
  )
domain
  .command('list')
  .description('List the domains with their states.')
  .option(...workspaceOption)
  .option(...jsonOption)
  .action((options: DomainOptions) => withDatabase((_config, { db }) => listDomains(db, options)))
domain
  .command('remove <name>')
  .description('Take a domain away, with its keys.')
  .option(...workspaceOption)
  .action((name: string, options: DomainOptions) =>
    withDatabase((_config, { db }) => removeDomain(db, name, options)),
  )

await program.parseAsync()

/** Opens the database for one command, prints what it answers, and closes the database. */
async function withDatabase(command: (config: Config, database: Database) => Promise<string>): Promise<void> {
  let database: Database | undefined
  try {
    const config = readConfig(process.env)
    database = await openDatabaseBeside(config)
    console.log(await command(config, database))
  } catch (error) {
    if (isUnavailable(error)) console.error(`The database cannot be reached: ${(error as Error).message}.`)
    else console.error(isExpected(error) ? error.message : error)
    process.exitCode = error instanceof ConfigError ? 2 : 1
  } finally {
    await database?.close()
  }
}

function isExpected(error: unknown): error is Error {
  return error instanceof CommandError || error instanceof ConfigError
}
