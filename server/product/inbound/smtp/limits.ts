import type { ConnectionBounds } from '../../../mail/smtp-listener/bounded.js'

/** What a client may take of the receiver. Tests shorten it. */
export interface InboundLimits extends ConnectionBounds {
  readonly connections: number
  /**
   * The max connections of one IPv4 address or one IPv6 network of 64 bits. An IPv6 network of 56 bits may
   * have twice as many; an IPv6 network of 48 bits and an IPv4 network of 24 bits may have four times as
   * many.
   */
  readonly connectionsOfAddress: number
  /** How long a client may be silent, in milliseconds. */
  readonly idleMs: number
  /** How long a connection may last, in milliseconds, whatever happens on it. */
  readonly connectionMs: number
  /**
   * When every place is taken: the silence before MAIL after which a client can lose its place, in
   * milliseconds.
   */
  readonly pressedIdleMs: number
  /**
   * When every place is taken: the silence within a message after which a client can lose its place, in
   * milliseconds.
   */
  readonly pressedStallMs: number
  /**
   * When every place is taken: how long a client may have been waited for in all, in milliseconds, before it can lose
   * its place for sending fewer than `pressedBytesPerSecond`.
   */
  readonly pressedSlowMs: number
  readonly pressedBytesPerSecond: number
  /** When every place is taken: the age at which a connection can lose its place, in milliseconds. */
  readonly pressedConnectionMs: number
  readonly recipients: number
  /** Deliveries and routes that a message may be for. It is stored for each route; the others are answered with 452. */
  readonly targets: number
  /** A larger message is answered with 552. */
  readonly messageBytes: number
  /** As much of a message is kept in memory; a report says what it says in its first parts. */
  readonly keptBytes: number
  /** The longest command line in octets. */
  readonly commandBytes: number
  /** A larger message with a DMARC report is answered with 552. */
  readonly reportBytes: number
  /** Large messages with DMARC reports that are taken at once, each in a file; one more is answered with 452. */
  readonly largeReports: number
}

export const defaultLimits: InboundLimits = {
  connections: 100,
  connectionsOfAddress: 10,
  // RFC 5321, section 4.5.3.2.7.
  idleMs: 300_000,
  connectionMs: 600_000,
  // An honest client answers the greeting within one round trip, and a report takes a few round trips.
  pressedIdleMs: 1_000,
  // The value that Postfix uses under stress.
  pressedStallMs: 10_000,
  // Enough for the round trips of a small message with STARTTLS by satellite.
  pressedSlowMs: 10_000,
  // The least rate that Postfix takes (smtpd_min_data_rate).
  pressedBytesPerSecond: 500,
  pressedConnectionMs: 60_000,
  // Enough for a server that returns an old queue; to guess at tokens takes more.
  errors: 10,
  // A client sends all recipients of a message at once, and a large list is no mistake.
  laterRecipients: 1_000,
  // The limit of Postfix (smtpd_junk_command_limit).
  idleCommands: 100,
  // RFC 5321, section 4.5.3.1.8: so many at least.
  recipients: 100,
  targets: 10,
  // Some servers return the whole message, and ours are up to 25 MiB before their attachments are encoded.
  messageBytes: 40 * 1024 * 1024,
  // With every connection in use this is 100 MiB.
  keptBytes: 1024 * 1024,
  // RFC 5321 asks for 512 octets, extensions for some more.
  commandBytes: 2048,
  // As large as the mail of most systems may be.
  reportBytes: 25 * 1024 * 1024,
  // More than one address has connections. Together half a gigabyte of disk.
  largeReports: 20,
}
