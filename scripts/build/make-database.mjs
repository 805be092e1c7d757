// Makes an embedded database, migrates it and closes it, and writes its folder to a file: a tar archive, compressed by
// Brotli. Arguments: the file; the built platform/db/connection/database.js and platform/db/schema/migrate.js.
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, constants } from 'node:zlib'
import tar from 'tar-stream'

const [file, ...modules] = process.argv.slice(2)
const [{ openDatabase }, { migrate }] = await Promise.all(modules.map((name) => import(name)))
const dataDir = mkdtempSync(path.join(tmpdir(), 'postseal-database-'))
try {
  const settings = { databaseInMemory: false, embeddedFlush: false, statementSeconds: 30 }
  const database = await openDatabase({ ...settings, dataDir })
  await migrate(database.db)
  await database.close()
  const packed = await archive(path.join(dataDir, 'db'))
  // Its three databases are alike, so a window over all of them makes the archive a third as large.
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: packed.length,
  }
  // At once, since builds may share the file.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, brotliCompressSync(packed, { params }))
  renameSync(draft, file)
} finally {
  rmSync(dataDir, { recursive: true })
}

/** Packs what belongs to the database, and nothing of the process that ran it. */
async function archive(folder) {
  const pack = tar.pack()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, name: path.relative(folder, path.join(entry.parentPath, entry.name)) }))
    .filter(({ entry, name }) => entry.isDirectory() || (entry.isFile() && !/^postmaster\./.test(name)))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const { entry, name } of entries) {
    if (entry.isDirectory()) pack.entry({ name, type: 'directory', mode: 0o700, mtime: new Date(0) })
    else pack.entry({ name, mode: 0o600, mtime: new Date(0) }, readFileSync(path.join(folder, name)))
  }
  pack.finalize()
  return buffer(pack)
}
