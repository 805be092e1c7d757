import { Client } from 'pg'

/** A database that is spread over machines, for `npm run test:citus`. Each machine has a database of the same name. */

/** The shards of each table: fewer than usual, since each test file copies all of them. */
const shards = 4

/** Returns the prefix of the names of a run's databases, made from the folder that its files share. */
export function namesOfRun(sharedFolder: string): string {
  return `test_${Buffer.from(sharedFolder.slice(-6)).toString('hex')}_`
}

/** Runs a statement on a database by its address. */
export async function onServer(url: string, sql: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows
  } finally {
    await client.end()
  }
}

/** Does some work when nobody else does work of this name on the machines. */
export async function oneAtATime<T>(coordinator: string, name: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: `${coordinator}/postgres` })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    return await work()
  } finally {
    await client.end()
  }
}

/** Makes databases of a name, one on each machine, know each other. */
export function joinMachines(name: string, coordinator: string, workers: readonly string[]): Promise<void> {
  // Each time it gives the machines the roles of the coordinator, which two cannot do at once.
  return oneAtATime(coordinator, 'join machines', () => join(name, coordinator, workers))
}

async function join(name: string, coordinator: string, workers: readonly string[]): Promise<void> {
  const urls = [coordinator, ...workers].map((url) => `${url}/${name}`)
  for (const url of urls) await onServer(url, 'create extension citus')
  const own = `${coordinator}/${name}`
  const { hostname, port } = new URL(coordinator)
  await onServer(own, 'select citus_set_coordinator_host($1, $2)', [hostname, Number(port)])
  for (const worker of workers.map((url) => new URL(url)))
    await onServer(own, 'select citus_add_node($1, $2)', [worker.hostname, Number(worker.port)])
  await onServer(own, `alter database ${name} set citus.shard_count = ${shards}`)
}

/** Lets a database be copied: what Citus runs in it by itself ends, and does not come back. */
export async function closeToOthers(name: string, asAdmin: (sql: string) => Promise<void>): Promise<void> {
  await asAdmin(`alter database ${name} allow_connections false`)
  await asAdmin(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`)
}

/**
 * Ends what a session that was cut off has left half-way on the machines of a database: its transactions hold their
 * locks until Citus looks for them, once a minute.
 */
export async function endHalfDone(url: string): Promise<void> {
  const [citus] = await onServer(url, `select from pg_extension where extname = 'citus'`)
  if (citus !== undefined) await onServer(url, 'select recover_prepared_transactions()')
}

/** The addresses of the machines that keep rows, from what a coordinator knows of them. */
export async function workersOf(coordinator: string): Promise<string[]> {
  const nodes = (await onServer(
    `${coordinator}/postgres`,
    `select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' and groupid <> 0 order by groupid`,
  )) as { host: string; port: number }[]
  return nodes.map(({ host, port }) => {
    const url = new URL(coordinator)
    url.hostname = host
    url.port = String(port)
    return url.href.replace(/\/$/, '')
  })
}
