/**
 * The advisory locks of PostgreSQL by which processes of one service exclude each other, each with a number of its
 * own. The numbers are arbitrary, but the same in every version: processes of two versions may run side by side.
 */
export const advisoryLocks = {
  /** Held while the schema is migrated. */
  migrate: 7_361_254,
  /** Held while the first workspace is created. */
  bootstrap: 7_361_255,
  /** Held while a batch is purged. */
  purge: 7_361_256,
  /** Held while the key ring is changed. */
  keyRing: 7_361_257,
  /** Held while the queues of a restored database are held. */
  hold: 7_361_261,
  /** Held while counts are added to the statistics. */
  statistics: 7_361_262,
  /** Held while the database is spread over machines. */
  distribute: 7_361_264,
  /** Taken by each process, with a second number of its own, while its session lasts: queue/leases/owner-rows.ts. */
  session: 7_361_263,
  /** Held while the tables of the history are divided. */
  partitions: 7_361_265,
  /** Held while indexes are built before a migration. */
  buildIndexes: 7_361_266,
  /** Held while a batch of a workspace's rows is deleted. */
  workspaceDeletion: 7_361_267,
  /** Held while a block of the search of logs is made. */
  logSearch: 7_361_270,
} as const
