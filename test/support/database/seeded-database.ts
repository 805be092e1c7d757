import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { openCopy, type ConnectedDatabase } from './database.js'
import { oneAtATime } from '../postgres/machines.js'

/** A database with connections to it, and what the one that filled it tells of it. */
export interface Seeded<T> extends ConnectedDatabase {
  readonly seeded: T
}

/** The part of a seeded database that the files of a run know when they copy it. */
type Template<T> = Pick<Seeded<T>, 'url' | 'seeded'>

/**
 * Makes a copy of a database that a run fills once, and connects to it. The first test file that asks for it fills it,
 * and those that ask meanwhile wait for it: copying takes a fraction of what filling takes.
 *
 * @param name what the database is known by in the run, and a file in the folder that the files share
 * @param fill makes the database; what it tells of it has to be what JSON holds
 */
export async function openSeededDatabase<T>(
  name: string,
  fill: () => Promise<Seeded<T>>,
): Promise<Seeded<T>> {
  const { url, seeded } = await filledOnce(name, fill)
  return { ...(await openCopy(url)), seeded }
}

async function filledOnce<T>(name: string, fill: () => Promise<Seeded<T>>): Promise<Template<T>> {
  const file = path.join(inject('sharedFolder'), `${name}.json`)
  await oneAtATime(inject('postgresUrl'), file, async () => {
    if (existsSync(file)) return
    const { url, seeded, db } = await fill()
    // PostgreSQL copies no database that somebody is connected to.
    await db.destroy()
    writeFileSync(file, JSON.stringify({ url, seeded } satisfies Template<T>))
  })
  return JSON.parse(readFileSync(file, 'utf8')) as Template<T>
}
