/**
 * Messages of PostgreSQL and Citus, by their code, for a shard that is not, or no longer, where a statement looked
 * for it.
 */
const sayings = new Map<unknown, RegExp>([
  // The id of a shard is the end of its name. Words are not looked at: the server may speak another language.
  ['42P01', /[^\W\d]_\d{6,}\W/],
  // Its split, as when a workspace is isolated.
  ['40001', /shard for the given value does not exist/],
  ['22023', /could not find any healthy placement for shard \d/],
  [
    'XX000',
    /could not find valid entry for shard (placement )?\d|could not find length of shard \d|^shard \d+ does not have any shard placements|there is a shard placement (in node group|on node) |could not open relation with OID \d/i,
  ],
])

/**
 * The separator behind the statement that Knex writes, or its name that {@link statement} writes, in front of the
 * server's message.
 */
const inFront = ' - '

/**
 * Tells whether a statement failed because Citus has just moved or split the shard that it was planned for. The
 * statement had no effect, and is planned anew when it is sent again. A table that is missing on one machine alone,
 * as by a mistake, has no such name.
 */
export function isShardMoved(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, message } = error as { readonly code?: unknown; readonly message: string }
  const saying = sayings.get(code)
  const from = message.lastIndexOf(inFront)
  return saying?.test(from === -1 ? message : message.slice(from + inFront.length)) ?? false
}

/**
 * Tells whether PostgreSQL refuses a statement that this connection has prepared, because a table has other columns
 * since: as when a newer version of the service has migrated the database. PostgreSQL refuses the statement on this
 * connection from then on.
 */
export function isPlanOutdated(error: unknown): boolean {
  return error instanceof Error && /cached plan must not change result type/.test(error.message)
}
