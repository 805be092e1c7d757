/** Numbers of the scheduler's jobs. Not in the environment: nobody waits for most of them, and tests shorten them. */
export interface SchedulerConfig {
  readonly purge: {
    /** Seconds from the end of a run to the next one. */
    readonly everySeconds: number
    /** Messages, events or keys that one transaction deletes. */
    readonly batch: number
    /** The max pause of workspaces that have nothing to purge, in seconds. */
    readonly restSeconds: number
  }
  /** Partitions, by time, of the history of a large database. */
  readonly partitions: {
    /** Seconds from the end of a run to the next one. */
    readonly everySeconds: number
    /** The tables are divided once they have this many bytes together, with their indexes. */
    readonly fromBytes: number
    /** The partitions that the longest retention is divided into; each has a day at least. */
    readonly perRetention: number
  }
  /** Checks of domains that are due. */
  readonly domainChecks: {
    /** Seconds from the end of a run to the next one. */
    readonly everySeconds: number
    /** Domains that a run checks at once. */
    readonly atOnce: number
    /** Seconds for which a run begins new checks; checks that are due then wait for the next run. */
    readonly runSeconds: number
    /** The max duration of a check, in seconds. */
    readonly timeoutSeconds: number
  }
  /** Look-ups of the names of the addresses in DMARC reports. */
  readonly dmarcNames: {
    /** Seconds from the end of a run to the next one. */
    readonly everySeconds: number
    /** Sources that a run looks up. */
    readonly batch: number
    /** Addresses that are looked up at once. */
    readonly atOnce: number
  }
  /** Erasures that no request waits for, or no longer. */
  readonly erasures: {
    /** Seconds from the end of a run to the next one. */
    readonly everySeconds: number
    /** Rows that one transaction looks at. */
    readonly batch: number
    /** The lease of an erasure that a process works on, in seconds: longer than a batch can take. */
    readonly leaseSeconds: number
    /** The max time that a request waits for the end of its own erasure, in seconds. */
    readonly requestSeconds: number
    /** Seconds after its end at which an erasure looks once more for rows that were under way. */
    readonly lookAgainSeconds: number
  }
  /** Counts that are added to the statistics. */
  readonly statistics: {
    /** Seconds from the end of a run to the next one. */
    readonly everySeconds: number
    /** Counts that a transaction adds. */
    readonly batch: number
  }
  /** The index of words of message logs, for searches. */
  readonly logSearch: LogSearchConfig
  /** Checks of workspaces' own hosts. */
  readonly hostChecks: {
    /** Seconds from the end of a run of checks to the next one. */
    readonly everySeconds: number
    /** Milliseconds between two looks of each process at the results of the checks. */
    readonly readMs: number
  }
  /** Deletion of workspaces that are due. */
  readonly workspaceDeletion: { readonly everySeconds: number }
  /** Rows that name the workspaces that have something in a queue. */
  readonly queueOwners: {
    /** Seconds from the end of a run to the next one. */
    readonly everySeconds: number
  }
  /** Vacuums of the embedded database. */
  readonly vacuum: {
    /** Seconds from the end of a look at the tables to the next one. */
    readonly everySeconds: number
    /** A table is vacuumed once this many of its rows have been added or are gone. */
    readonly rows: number
    /** The max wait of a table with fewer such rows, in seconds. */
    readonly restSeconds: number
  }
  /** Checkpoints of the embedded database. */
  readonly checkpoint: {
    /** Seconds from the end of a run to the next one. */
    readonly everySeconds: number
    /** The max bytes of write-ahead log between two checkpoints. */
    readonly maxBytes: number
  }
}

/** Numbers of the index of words of message logs. */
export interface LogSearchConfig {
  /** Seconds from the end of a run to the next one. */
  readonly everySeconds: number
  /**
   * Seconds from one look at all workspaces to the next; runs in between look only at workspaces that this process
   * knows to have sent.
   */
  readonly walkSeconds: number
  /** Logs that a block covers. */
  readonly blockLogs: number
  /** The min age of logs in a block, in seconds: by then all logs of that time are committed. */
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
