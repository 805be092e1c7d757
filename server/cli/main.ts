import { Command } from 'commander'
import { ConfigError, readConfig, type Config } from '../config.js'
import { openDatabaseBeside, type Database } from '../db/database.js'
import { isUnavailable } from '../db/unavailable.js'
import { CommandError } from './command-error.js'
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
