// The least that a service on PostgreSQL is: one connection, one query, and an HTTP server that says so.
import { createServer } from 'node:http'
import process from 'node:process'
import pg from 'pg'

const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
await client.connect()
await client.query('select 1')
createServer((_request, reply) => reply.end()).listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
