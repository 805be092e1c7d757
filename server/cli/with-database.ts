import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Knex } from 'knex'
import { readConfig, type Config } from '../config.js'
import { warnOfUnknownVariables } from '../config/unknown-variables.js'
import { openDatabaseBeside, type Database } from '../db/database.js'
import { openKeyRing } from '../key-ring/key-ring.js'
import { explainStartFailure } from '../start-failure.js'
import { CommandError } from './command-error.js'
import type { Invocation } from './invocation.js'

type DatabaseCommand = (config: Config, database: Database) => Promise<string>

/**
 * Opens the database for one command, prints the command's result, and closes the database. On failure, prints the
 * reason to standard error and sets the exit code: 2 if the operator must first change the configuration or what it
 * refers to (for example, a secret that is not the database's), else 1.
 */
export function withDatabase(invocation: Invocation, command: DatabaseCommand): Promise<void> {
  return withDatabaseOfAnySecret(invocation, async (config, database) => {
    await openKeyRing(database.db, config)
    return command(config, database)
  })
}

/** Like {@link withDatabase}, but without a check of the secret: for commands that change it. */
export async function withDatabaseOfAnySecret(
  invocation: Invocation,
  command: DatabaseCommand,
): Promise<void> {
  const { console } = invocation
  const { env, stderr } = invocation.process
  let config: Config | undefined
  let database: Database | undefined
  try {
    config = readConfig(env)
    warnOfUnknownVariables(env, stderr)
    expectDatabase(config)
    database = await openDatabaseBeside(config)
    await expectTables(database.db)
    console.log(await command(config, database))
  } catch (error) {
    const sentence = error instanceof CommandError ? error.message : explainStartFailure(error, config)
    console.error(sentence ?? error)
    invocation.exitCode = sentence === undefined || error instanceof CommandError ? 1 : 2
  } finally {
    await database?.close()
  }
}

/** Throws if the embedded database is missing, so that a command never creates it or its folder. */
function expectDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'db')))
    throw new CommandError(`There is no database in ${dataDir} yet: start the service once.`)
}

async function expectTables(db: Knex): Promise<void> {
  const { rows } = await db.raw<{ rows: { used: boolean; present: boolean }[] }>(
    `select to_regclass('workspaces') is not null as used, to_regclass('service_keys') is not null as present`,
  )
  if (rows[0]?.used !== true) throw new CommandError('This database is empty: start the service once.')
  if (!rows[0].present)
    throw new CommandError('This database is of an earlier version: start this version of the service once.')
}
