/**
 * Numbers of the service that are not in the environment: they follow from practice, and tests shorten them.
 */

/**
 * Rate limits. They are not in the environment, except that of sign-ins. Each limit is named for its value in a
 * minute. Tests shorten the window.
 */
export interface RateLimitConfig {
  /** The length of a limit's window in whole seconds. */
  readonly windowSeconds: number
  /** Checks of domains that a workspace may ask for in a minute. The contract promises it. */
  readonly checksPerMinute: number
  /**
   * Sign-ins that a client address may begin in 15 minutes; as many more may fail. POSTSEAL_SIGN_INS_PER_ADDRESS
   * overrides it.
   */
  readonly signIns: number
}

/**
 * The cache of sessions. It is not in the environment: documents promise within which time a session ends everywhere.
 * Tests shorten it.
 */
export interface SessionConfig {
  /**
   * Milliseconds for which the look-up of a session may be remembered. With the look-up itself, a session ends
   * everywhere within 5 seconds.
   */
  readonly rememberedMs: number
}

/**
 * Bounds the memory for request bodies in one process, in bytes after decompression. While a body is being
 * handled, the values parsed from it take about ten times its size. The defaults suit a machine with 1 GB of
 * memory.
 */
export interface BodyMemoryConfig {
  /** Bodies up to this size count as small. */
  readonly smallBytes: number
  /**
   * The max bytes of all small bodies together, and of all larger ones. One workspace gets half of either.
   */
  readonly maxSmallBytes: number
  readonly maxLargeBytes: number
  /**
   * The max bytes of large bodies that are parsed and handled at once. A single body is handled whatever its
   * size.
   */
  readonly maxHandledBytes: number
  /** The max time that a large body waits to be handled after it has arrived, in milliseconds. */
  readonly maxWaitMs: number
}

/**
 * Numbers of the leases of processes that share a PostgreSQL. Not in the environment: a process stops
 * beginning sends well before the others may take its work, whatever their versions. Tests shorten them.
 */
export interface LeaseConfig {
  /** Seconds from one beat of a process to the next. With each beat it looks at the other processes. */
  readonly heartbeatSeconds: number
  /** A process whose last beat began so long ago begins no sends. */
  readonly pauseSeconds: number
  /**
   * A process that has not beaten and has had no session with the database for so long is dead to the others. More
   * than twice `heartbeatSeconds`: see `Peers.maxStepMs`.
   */
  readonly endedSeconds: number
  /** A process that has not beaten for so long is dead to the others, whatever its session does. */
  readonly expireSeconds: number
}

/**
 * Numbers of the delivery engine. Not in the environment: they follow from SMTP practice, tests shorten them.
 */
export interface DeliveryConfig {
  /** Deliveries that one process has in flight at once. */
  readonly concurrency: number
  /** The max number of bulk deliveries that are composed at once, while single sends come in. */
  readonly preparedBulk: number
  /** The lease of a claimed delivery, in seconds; extended at half while the delivery is worked on. */
  readonly leaseSeconds: number
  /** The wait of an idle worker between two looks for due work, in milliseconds. */
  readonly pollMs: number
  /** Waits between attempts in seconds; the last one repeats. */
  readonly backoffSeconds: readonly number[]
  /** After this many seconds a delivery that is still refused has failed. */
  readonly giveUpSeconds: number
  /** The max duration of an attempt at a sign-in mail, in seconds. */
  readonly signInSeconds: number
  /** The max time that a stopping worker waits for the deliveries in flight, in seconds. */
  readonly drainSeconds: number
  /** Milliseconds for which the operators' settings of sources are remembered. */
  readonly sourcesMs: number
  /**
   * The time between two writes of the counts of a process's sources, in milliseconds. With each write the process
   * gives back its unused reservations.
   */
  readonly sourceCountsMs: number
  /**
   * The pause of a domain whose hosts say that they are overloaded, in milliseconds: the first one, doubled up to the
   * max.
   */
  readonly throttleMs: number
  readonly maxThrottleMs: number
  /** The port on which the hosts of a domain take mail (RFC 5321, section 4.5.4.2). */
  readonly mxPort: number
}

/**
 * Numbers of webhooks. Not in the environment: the contract promises most of them, and tests shorten them.
 */
export interface WebhookConfig {
  /** Deliveries that one process has in flight at once. */
  readonly concurrency: number
  /** Deliveries in flight to one endpoint: at first, and at most once the endpoint has answered well. */
  readonly endpointStart: number
  readonly maxPerEndpoint: number
  /** The lease of a claimed delivery, in seconds: longer than an attempt and its recording can take. */
  readonly leaseSeconds: number
  /** The wait of an idle worker between two looks for due work, in milliseconds. */
  readonly pollMs: number
  /** The max duration of an attempt from the look-up to the reply's head, in seconds. */
  readonly timeoutSeconds: number
  /** Waits between attempts in seconds. After the last one a failure is final. */
  readonly backoffSeconds: readonly number[]
  /** After so many seconds of nothing but failures a subscription is disabled. */
  readonly disableAfterSeconds: number
  /**
   * The time for which the circuit of an endpoint stays open, in milliseconds: the first time, doubled up to the max.
   */
  readonly openMs: number
  readonly maxOpenMs: number
  /**
   * If an endpoint's last reply took less than this many milliseconds, deliveries are claimed before the endpoint has
   * capacity for them.
   */
  readonly quickReplyMs: number
  /** Seconds between two sweeps, which end the deliveries that wait for deleted subscriptions. */
  readonly sweepSeconds: number
  /** The max time that a stopping worker waits for the deliveries in flight, in seconds. */
  readonly drainSeconds: number
}

export const defaultBodyMemory: BodyMemoryConfig = {
  // Ordinary sends have a few kilobytes, some with a small attachment.
  smallBytes: 256_000,
  maxSmallBytes: 32_000_000,
  // Eight of the largest bodies. POSTSEAL_BODY_MEMORY_MB overrides it.
  maxLargeBytes: 80_000_000,
  maxHandledBytes: 16_000_000,
  // Proxies give up after 30 s.
  maxWaitMs: 20_000,
}

export const defaultLeases: LeaseConfig = {
  // A killed process is found dead at most 3 + 7 s after its end, any other process 3 + 15 s after its last beat.
  heartbeatSeconds: 3,
  // One late beat. The time up to `endedSeconds` covers the work between the decision to send and the send.
  pauseSeconds: 5,
  endedSeconds: 7,
  expireSeconds: 15,
}

export const defaultDelivery: DeliveryConfig = {
  // More than any one destination gets, so that slow ones do not take the whole concurrency.
  concurrency: 200,
  preparedBulk: 8,
  leaseSeconds: 60,
  // PGlite has no LISTEN/NOTIFY, so idle workers poll; a fifth of a second is not felt by a person.
  pollMs: 200,
  // 1, 5, 15, 30 min, 1, 2, 4, 8, 12, 12 h: quick for greylisting, slow for a server that is down for a day.
  backoffSeconds: [60, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 43_200, 43_200],
  giveUpSeconds: 48 * 3600,
  // Its links live for 15 minutes, and a person waits.
  signInSeconds: 30,
  // Supervisors kill after 30 s at the earliest (Kubernetes); HTTP may take 10 s of them.
  drainSeconds: 15,
  sourcesMs: 5000,
  sourceCountsMs: 5000,
  throttleMs: 30_000,
  maxThrottleMs: 600_000,
  mxPort: 25,
}

export const defaultWebhooks: WebhookConfig = {
  // Deliveries mostly wait for the endpoint, or for their record. One workspace gets half of them.
  concurrency: 1000,
  endpointStart: 10,
  maxPerEndpoint: 50,
  leaseSeconds: 60,
  pollMs: 200,
  timeoutSeconds: 15,
  // 5 s for a restart, 5 and 30 min for a mishap, then a day for somebody to mend it.
  backoffSeconds: [5, 300, 1800, 7200, 18_000, 36_000, 36_000],
  disableAfterSeconds: 5 * 24 * 3600,
  // A dead endpoint is probed by one delivery at a time; a minute at most, so that it is found alive soon.
  openMs: 5000,
  maxOpenMs: 60_000,
  // Claims are few where they are ahead. Claimed for a slow endpoint, deliveries would be held for nothing.
  quickReplyMs: 100,
  // A subscription is deleted rarely, and nobody waits for the end of what waited for it.
  sweepSeconds: 60,
  drainSeconds: 15,
}

export const defaultRateLimits: RateLimitConfig = {
  windowSeconds: 60,
  // Each is some twenty questions to the DNS, and an answer that came a moment ago is still good.
  checksPerMinute: 10,
  // Several people of a small office. Guessing gets nowhere with any number.
  signIns: 10,
}

export const defaultSessions: SessionConfig = { rememberedMs: 4_000 }

/**
 * Half of a lease: after a time-out, a worker can retry its statement once before other workers take over its
 * in-flight work.
 */
export const defaultStatementSeconds = 30
