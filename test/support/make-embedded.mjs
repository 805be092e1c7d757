// Makes an embedded database, migrates it and closes it. Arguments: the data folder; the built db/database.js and
// db/migrate.js.
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const [dataDir, ...files] = process.argv.slice(2)
const [{ openDatabase }, { migrate }] = await Promise.all(files.map((file) => import(file)))
const settings = { databaseInMemory: false, embeddedFlush: false, statementSeconds: 30 }
const database = await openDatabase({ ...settings, dataDir })
await migrate(database.db)
await database.close()
// Each start touches all of its memory for pages, 128 MB unless told otherwise.
appendFileSync(path.join(dataDir, 'db/postgresql.conf'), 'shared_buffers = 16MB\n')
