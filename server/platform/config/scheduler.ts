/** Numbers of the scheduler's jobs. Not in the environment: nobody waits for most of them, and tests shorten them. */
export interface SchedulerConfig {
  readonly purge: {
    /** From the end of a run to the next one. */
    readonly everySeconds: number
    /** Messages, events or keys that one transaction deletes. */
    readonly batch: number
    /** For how long workspaces with nothing to purge are left alone at the most. */
    readonly restSeconds: number
  }
  /** The history of a large database, divided by time. */
  readonly partitions: {
    /** From the end of a run to the next one. */
    readonly everySeconds: number
    /** Its tables are divided once they have so many bytes together, with their indexes. */
    readonly fromBytes: number
    /** The partitions that the longest retention is divided into; each has a day at least. */
    readonly perRetention: number
  }
  /** Checks of domains whose time has come. */
  readonly domainChecks: {
    /** From the end of a run to the next one. */
    readonly everySeconds: number
    /** Domains that a run looks at at once. */
    readonly atOnce: number
    /** How long a run begins new checks; what is due then waits for the next one. */
    readonly runSeconds: number
    /** How long a check may take. */
    readonly timeoutSeconds: number
  }
  /** Names of the addresses in DMARC reports. */
  readonly dmarcNames: {
    /** From the end of a run to the next one. */
    readonly everySeconds: number
    /** Sources of a run. */
    readonly batch: number
    /** Addresses that are asked for at once. */
    readonly atOnce: number
  }
  /** Deletions that nobody waits for, or not any more. */
  readonly erasures: {
    /** From the end of a run to the next one. */
    readonly everySeconds: number
    /** Rows that one transaction looks at. */
    readonly batch: number
    /** How long one is left alone that somebody works on, in seconds: longer than a batch can take. */
    readonly leaseSeconds: number
    /** How long a request waits for the end of its own, in seconds. */
    readonly requestSeconds: number
    /** After its end a deletion looks once more for what was under way, in seconds. */
    readonly lookAgainSeconds: number
  }
  /** Counts that are added to the statistics. */
  readonly statistics: {
    /** From the end of a run to the next one. */
    readonly everySeconds: number
    /** Counts of a transaction. */
    readonly batch: number
  }
  /** Words of message logs, for searches. */
  readonly logSearch: LogSearchConfig
  /** Hosts of workspaces' own. */
  readonly hostChecks: {
    /** From the end of a run of checks to the next one. */
    readonly everySeconds: number
    /** How often each process reads what has come of them. */
    readonly readMs: number
  }
  /** Deletes workspaces whose time has come. */
  readonly workspaceDeletion: { readonly everySeconds: number }
  /** Notes of who has something in a queue. */
  readonly queueOwners: {
    /** From the end of a run to the next one. */
    readonly everySeconds: number
  }
  /** Of the embedded database. */
  readonly vacuum: {
    /** From the end of a look at the tables to the next one. */
    readonly everySeconds: number
    /** A table is vacuumed once so many of its rows have been added or are gone. */
    readonly rows: number
    /** How long fewer may wait, in seconds. */
    readonly restSeconds: number
  }
  /** Of the embedded database. */
  readonly checkpoint: {
    /** From the end of a run to the next one. */
    readonly everySeconds: number
    /** How much of the write-ahead log may be written between two checkpoints. */
    readonly maxBytes: number
  }
}

/** How words of message logs are indexed. */
export interface LogSearchConfig {
  /** From the end of a run to the next one. */
  readonly everySeconds: number
  /** From one look at all workspaces to the next; runs between look at those that the process knows to have sent. */
  readonly walkSeconds: number
  /** Logs of a block. */
  readonly blockLogs: number
  /** How old logs are before a block may have them, in seconds: by then all of that time are committed. */
  readonly settledSeconds: number
}

export const defaultScheduler: SchedulerConfig = {
  purge: {
    // Retention is in days, so minutes do not matter; often enough that a run is short.
    everySeconds: 600,
    // Some tens of milliseconds: the embedded database does nothing else meanwhile.
    batch: 1000,
    // A run every ten minutes so looks up a sixth of the workspaces, and those that have something.
    restSeconds: 3600,
  },
  partitions: {
    everySeconds: 600,
    // About a million messages. Less is purged quickly.
    fromBytes: 2 * 1024 ** 3,
    // Expired rows stay, unseen, for as long as their partition does. More partitions cost each statement time: with
    // 40, planning a statement took 15 ms.
    perRetention: 10,
  },
  domainChecks: {
    // Somebody who has just published a record waits for it.
    everySeconds: 60,
    // Checks mostly wait for the DNS; more of them would be a burst to its servers.
    atOnce: 5,
    runSeconds: 300,
    // Longer than a check takes where several servers are silent.
    timeoutSeconds: 120,
  },
  dmarcNames: {
    // Nobody waits for a name, but who has just imported a report looks at it soon.
    everySeconds: 60,
    batch: 500,
    // Twenty wait for silent servers at worst, and then a run takes some minutes.
    atOnce: 20,
  },
  statistics: {
    // Each read adds up the counts that are not folded yet.
    everySeconds: 10,
    // Some hundreds of milliseconds at the most.
    batch: 2000,
  },
  logSearch: {
    // What is erased stays in blocks for so long, unless a person is erased.
    everySeconds: 120,
    // 100,000 workspaces take seconds. It finds what a process left that has ended, or that an earlier version counted.
    walkSeconds: 3600,
    // A search looks through each block that may have something. Fewer logs would repeat common words more often.
    blockLogs: 1000,
    // Twice the longest that a send takes: a minute's statement behind others, with clocks that differ. Newer logs are
    // looked through one by one, which is slow where thousands come each second.
    settledSeconds: 180,
  },
  // Somebody who has just published a record waits for it.
  hostChecks: { everySeconds: 60, readMs: 5_000 },
  workspaceDeletion: { everySeconds: 60 },
  queueOwners: {
    // So much later due work is found, at worst, that a process of an earlier version has queued.
    everySeconds: 600,
  },
  erasures: {
    everySeconds: 5,
    // Some tens of milliseconds: the embedded database does nothing else meanwhile.
    batch: 1000,
    leaseSeconds: 60,
    // Proxies give up after 30 s.
    requestSeconds: 20,
    // Longer than an SMTP session, an endpoint's answer or a send can take.
    lookAgainSeconds: 900,
  },
  // So many rows have 8 MB where they are parts of large values: a vacuum takes some tens of milliseconds.
  vacuum: { everySeconds: 1, rows: 4000, restSeconds: 600 },
  // A checkpoint of so much takes a fraction of a second, and the log keeps about twice as much.
  checkpoint: { everySeconds: 10, maxBytes: 64_000_000 },
}
