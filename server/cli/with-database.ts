import { readConfig, type Config } from '../config.js'
import { ConfigError } from '../config/config-error.js'
import { openDatabaseBeside, type Database } from '../db/database.js'
import { isUnavailable } from '../db/unavailable.js'
import { CommandError } from './command-error.js'

/**
 * Opens the database for one command, prints what it answers, and closes the database. Where that fails it says why on
 * standard error and sets the exit code: 1, or 2 for a configuration that makes no sense.
 */
export async function withDatabase(
  command: (config: Config, database: Database) => Promise<string>,
): Promise<void> {
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
