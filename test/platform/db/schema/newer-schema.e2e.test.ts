import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import pino from 'pino'
import { readConfig } from '../../../../server/platform/config/config.js'
import { openDatabase } from '../../../../server/platform/db/connection/database.js'
import { migrations } from '../../../../server/platform/db/schema/migrate.js'
import { prepareSchema } from '../../../../server/platform/db/schema/prepare-schema.js'
import { version } from '../../../../server/platform/config/version.js'
import { command } from '../../../support/commands/cli.js'
import { createDatabase, createMigratedDatabase } from '../../../support/database/database.js'
import { run, serviceEnv } from '../../../support/service/process.js'

test(
  'a process on the schema of a newer version says which version it takes',
  { timeout: 400_000 },
  async () => {
    const database = await createMigratedDatabase()
    onTestFinished(() => database.drop())
    const client = new Client({ connectionString: database.url })
    await client.connect()
    onTestFinished(() => client.end())
    const { rows } = await client.query('select distinct version from schema_versions')
    expect(rows).toEqual([{ version }])

    const env = await serviceEnv({
      DATABASE_URL: database.url,
      POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    })
    const refused = (sentence: string) => ({ code: 2, stdout: '', stderr: `${sentence}\n` })
    await client.query(
      `insert into schema_migrations (name, batch, migration_time) values ('9998-later', 2, now()), ('9999-last', 2, now())`,
    )
    expect(await command(env, 'queue')).toMatchObject(
      refused(
        `The database was migrated by a newer version of Postseal: this version, ${version}, does not know its migration ` +
          '9999-last. Start the newer version, or restore a backup from before the upgrade.',
      ),
    )
    await client.query(`insert into schema_versions (migration, version) values ('9999-last', $1)`, [version])
    expect(await command(env, 'queue')).toMatchObject(
      refused(
        `The database has the migration 9999-last, which this build of Postseal ${version} does not know. ` +
          'Start the build that ran the migration, or restore a backup from before the upgrade.',
      ),
    )
    await client.query(`update schema_versions set version = '9.1.0' where migration = '9999-last'`)
    const named = refused(
      `The database was migrated by Postseal 9.1.0, which is newer than this version, ${version}. ` +
        'Start version 9.1.0 or newer, or restore a backup from before the upgrade.',
    )
    expect(await command(env, 'queue')).toMatchObject(named)
    expect(await run('main.js', [], env).ended).toMatchObject(named)
  },
)

test(
  'an upgrade is whole or not at all and logs each migration, and a new database one line',
  { timeout: 400_000 },
  async () => {
    const database = await createDatabase()
    onTestFinished(() => database.drop())
    const config = readConfig({
      DATABASE_URL: database.url,
      POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    })
    const opened = await openDatabase(config)
    onTestFinished(() => opened.close())
    const { db } = opened
    const lines: Record<string, unknown>[] = []
    const log = pino(
      {},
      { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    )
    await prepareSchema(db, config, log)
    expect(lines).toMatchObject([{ level: 30, migrations: migrations.length }])
    const later = [
      ...migrations,
      { name: '9001-more', up: 'alter table projects add column colour text' },
      { name: '9002-most', up: "update projects set colour = 'red'" },
    ]
    const broken = [...later, { name: '9003-broken', up: 'alter table nothing add column colour text' }]
    await expect(prepareSchema(db, config, log, broken)).rejects.toThrow('nothing')
    await prepareSchema(db, config, log, later)
    expect(lines.slice(1)).toMatchObject([
      { level: 30, migration: '9001-more' },
      { level: 30, migration: '9002-most' },
    ])
    await prepareSchema(db, config, log, later)
    expect(lines).toHaveLength(3)
  },
)
