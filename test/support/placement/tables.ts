import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The names of all tables that the migrations make. */
export function tablesOfSchema(): ReadonlySet<string> {
  const folder = path.join(import.meta.dirname, '../../../server/platform/db/migrations')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const texts = files.map((file) => readFileSync(path.join(folder, file), 'utf8'))
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/create table (\w+)/g)].map(([, name]) => name ?? '')),
  )
}
