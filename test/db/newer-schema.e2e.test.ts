import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { version } from '../../server/version.js'
import { command } from '../support/cli.js'
import { createMigratedDatabase } from '../support/database.js'
import { run, serviceEnv } from '../support/process.js'

test(
  'a process on the schema of a newer version says which version it takes',
  { timeout: 60_000 },
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
    await client.query(`insert into schema_versions (migration, version) values ('9999-last', '9.1.0')`)
    const named = refused(
      `The database was migrated by Postseal 9.1.0, which is newer than this version, ${version}. ` +
        'Start version 9.1.0 or newer, or restore a backup from before the upgrade.',
    )
    expect(await command(env, 'queue')).toMatchObject(named)
    expect(await run('main.js', [], env).ended).toMatchObject(named)
  },
)
