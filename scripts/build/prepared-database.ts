import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const program = 'scripts/build/make-database.mjs'

/** All that the new database's files depend on. */
const sources = [
  program,
  'package.json',
  'node_modules/@electric-sql/pglite/package.json',
  'server/platform/db/schema/migrate.ts',
  'server/platform/db/schema/schema-version.ts',
  'embedded/durability/open-flushed.ts',
]

/** Old ones that are kept, for going to and fro between branches. */
const maxKept = 10

/**
 * Makes the files of a new embedded database, as the service comes with them (embedded/prepared.ts).
 * To make them takes longer than the rest of a build, so they are kept for the next one.
 *
 * @param parts where the built platform/db/connection/database.js and platform/db/schema/migrate.js are
 * @returns the path of the kept file
 */
export async function preparedDatabase(parts: string): Promise<string> {
  const kept = 'node_modules/.cache/postseal-database'
  const cached = path.join(kept, `${digest()}.tar.br`)
  if (!existsSync(cached)) {
    mkdirSync(kept, { recursive: true })
    const modules = ['connection/database', 'schema/migrate'].map((name) =>
      path.resolve(parts, `platform/db/${name}.js`),
    )
    await promisify(execFile)(process.execPath, ['--liftoff-only', program, path.resolve(cached), ...modules])
    const others = readdirSync(kept).filter((name) => name !== path.basename(cached))
    for (const name of others.slice(maxKept)) rmSync(path.join(kept, name))
  }
  return cached
}

function digest(): string {
  const folder = 'server/platform/db/migrations'
  const migrations = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)
  const hash = createHash('sha256')
  for (const source of [...sources, ...migrations.sort()]) hash.update(source).update(readFileSync(source))
  return hash.digest('hex').slice(0, 32)
}
