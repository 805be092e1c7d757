import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

/** Makes an empty database on the run's PostgreSQL. */
export async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(server, `create database ${name}`)
  return {
    url: `${server}/${name}`,
    drop: () => asAdmin(server, `drop database if exists ${name} with (force)`),
  }
}

async function asAdmin(server: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: `${server}/postgres` })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
