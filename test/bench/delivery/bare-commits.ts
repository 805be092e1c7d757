import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Milliseconds that a commit of one row takes over a connection that does nothing else, one at a time. */
export async function bareCommits(databaseUrl: string, times: number): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('create table if not exists bare_commits (at timestamptz)')
    const measured: number[] = []
    for (let order = 1; order <= times; order += 1) {
      const begun = performance.now()
      await client.query('insert into bare_commits values (now())')
      measured.push(performance.now() - begun)
      // As long as the service rests between two messages.
      await sleep(20)
    }
    return measured
  } finally {
    await client.end()
  }
}
