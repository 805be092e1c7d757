// The least that a service on PGlite is: a data folder that has been opened, one query, and an HTTP server that says so.
import { PGlite } from '@electric-sql/pglite'
import { createServer } from 'node:http'
import path from 'node:path'
import process from 'node:process'

const db = await PGlite.create({ dataDir: path.join(process.env.POSTSEAL_DATA_DIR, 'db') })
await db.query('select 1')
createServer((_request, reply) => reply.end()).listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => void db.close().then(() => process.exit(0)))
