import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Knex } from 'knex'
import { ledgerAddresses } from '../../platform/auth/ledger-addresses.js'
import { readConfig, type Config } from '../../platform/config/config.js'
import { warnOfUnknownVariables } from '../../platform/config/variables/unknown-variables.js'
import { openDatabase, openDatabaseBeside, type Database } from '../../platform/db/connection/database.js'
import { knownMigrations } from '../../platform/db/schema/migrate.js'
import { checkSchema } from '../../platform/db/schema/schema-version.js'
import { reasonOf } from '../../platform/ledger/folder.js'
import type { Ledger } from '../../platform/ledger/ledger.js'
import { migrationMs } from '../../platform/db/connection/time-limits.js'
import { openKeyRing, type KeyRing } from '../key-ring/key-ring.js'
import { explainStartFailure } from '../start-failure.js'
import { CommandError, WrongUsage } from '../command-error.js'
import type { Invocation } from './invocation.js'

/** Output of a command, and whether the state that it reports is as it should be: if not, the exit code is 1. */
export interface Outcome {
  readonly text: string
  readonly succeeded: boolean
}

type DatabaseCommand = (config: Config, database: Database) => Promise<string | Outcome>

/**
 * Opens the database for one command, prints the command's result, and closes the database. On failure, prints the
 * reason to standard error and sets the exit code: 2 if the operator must first change the command line, the
 * configuration or what it refers to (for example, a secret that is not the database's), else 1.
 */
export function withDatabase(invocation: Invocation, command: DatabaseCommand): Promise<void> {
  return withDatabaseAndKeys(invocation, command)
}

/** Like {@link withDatabase}, for commands that need the service's own keys. */
export function withDatabaseAndKeys(
  invocation: Invocation,
  command: (config: Config, database: Database, keyRing: KeyRing) => Promise<string | Outcome>,
): Promise<void> {
  return withDatabaseOfAnySecret(invocation, async (config, database) => {
    const keyRing = await openKeyRing(database.db, config)
    database.ledger?.useAddresses(ledgerAddresses(keyRing.of('erasure')))
    return command(config, database, keyRing)
  })
}

/** Like {@link withDatabase}, but without a check of the secret: for commands that change it. */
export function withDatabaseOfAnySecret(invocation: Invocation, command: DatabaseCommand): Promise<void> {
  return withConfig(invocation, async (config) => {
    warnOfUnknownVariables(invocation.process.env, invocation.process.stderr)
    expectDatabase(config)
    const database = await openDatabaseBeside(config)
    warnOfLedger(database.ledger, invocation)
    try {
      await expectTables(database.db)
      const outcome = await command(config, database)
      invocation.console.log(typeof outcome === 'string' ? outcome : outcome.text)
      if (typeof outcome !== 'string' && !outcome.succeeded) invocation.exitCode = 1
    } finally {
      await database.close()
    }
  })
}

/** Warns once that the ledger fails, which keeps no command from its work. */
function warnOfLedger(ledger: Ledger | undefined, { console }: Invocation): void {
  let isWarned = false
  const warn = () => {
    if (isWarned || ledger === undefined) return
    isWarned = true
    const { folder, failing } = ledger.state
    const reason = failing === undefined ? 'the disk does not answer' : reasonOf(failing.error)
    console.error(
      `The ledger in ${folder} cannot be written: ${reason}. A restore would bring back what this command removes.`,
    )
  }
  ledger?.useNotices({ warn, info: () => undefined })
}

/**
 * Opens the PostgreSQL database as the role that owns its tables, for commands that move them. Their statements are
 * not ended before six hours.
 */
export function withSchemaOwner(
  invocation: Invocation,
  command: (database: Database) => Promise<string>,
): Promise<void> {
  return withConfig(invocation, async (config) => {
    warnOfUnknownVariables(invocation.process.env, invocation.process.stderr)
    const databaseUrl = config.migrationDatabaseUrl ?? config.databaseUrl
    if (databaseUrl === undefined)
      throw new CommandError(
        'The embedded database is on one machine: set DATABASE_URL to a PostgreSQL with Citus.',
      )
    const settings = { ...config, databaseUrl, databaseConnections: 1, ledger: undefined }
    const database = await openDatabase({ ...settings, statementSeconds: migrationMs / 1000 })
    try {
      await expectTables(database.db)
      invocation.console.log(await command(database))
    } catch (error) {
      throw refusalOf(error) ?? error
    } finally {
      await database.close()
    }
  })
}

/** Returns a refusal by PostgreSQL or one of its machines as a sentence, if the operator can change it. */
function refusalOf(error: unknown): CommandError | undefined {
  const { severity, message, hint } = error as { severity?: unknown; message?: string; hint?: string }
  if (typeof severity !== 'string') return undefined
  // The text of the statement precedes the reason.
  const reason = message?.split(' - ').at(-1) ?? 'it gives no reason'
  return new CommandError(`The database refused: ${reason}${hint === undefined ? '' : ` (${hint})`}`)
}

/**
 * Runs a command with the configuration only. Its failures are reported like those of {@link withDatabase}.
 */
export async function withConfig(
  invocation: Invocation,
  command: (config: Config) => Promise<void>,
): Promise<void> {
  let config: Config | undefined
  try {
    config = readConfig(invocation.process.env)
    await command(config)
  } catch (error) {
    const failure = error instanceof CommandError ? undefined : explainStartFailure(error, config)
    invocation.console.error(failure?.sentence ?? (error instanceof CommandError ? error.message : error))
    invocation.exitCode = failure?.exitCode ?? (error instanceof WrongUsage ? 2 : 1)
  }
}

/** Throws if the embedded database is missing, so that a command never creates it or its folder. */
function expectDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'db')))
    throw new CommandError(`There is no database in ${dataDir} yet: start the service once.`)
}

async function expectTables(db: Knex): Promise<void> {
  const { missing } = await checkSchema(db, knownMigrations)
  if (missing.length === knownMigrations.length)
    throw new CommandError('This database is empty: start the service once to set it up.')
  if (missing.length > 0)
    throw new CommandError(
      'This database was created by an earlier version: start this version of the service once to upgrade it.',
    )
}
