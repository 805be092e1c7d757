// Makes an embedded database, migrates it and closes it. Arguments: the data folder; the built db/database.js and
// db/migrate.js.
import process from 'node:process'

const [dataDir, ...files] = process.argv.slice(2)
const [{ openDatabase }, { migrate }] = await Promise.all(files.map((file) => import(file)))
const settings = { databaseInMemory: false, embeddedFlush: false, statementSeconds: 30 }
const database = await openDatabase({ ...settings, dataDir })
await migrate(database.db)
await database.close()
