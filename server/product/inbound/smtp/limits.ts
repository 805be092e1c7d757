import type { ConnectionBounds } from '../../../mail/smtp-listener/bounded.js'

/** Limits of a client's use of the receiver. Tests shorten the times. */
export interface InboundLimits extends ConnectionBounds {
  readonly connections: number
  /**
   * Most connections of one IPv4 address or one IPv6 network of 64 bits. An IPv6 network of 56 bits may have twice as
   * many; an IPv6 network of 48 bits and an IPv4 network of 24 bits may have four times as many.
   */
  readonly connectionsOfAddress: number
  /** Longest silence of a client, in milliseconds. */
  readonly idleMs: number
  /** Longest time that a connection may last, in milliseconds, whatever happens on it. */
  readonly connectionMs: number
  /** Silence before MAIL after which a client can lose its place if every place is taken, in milliseconds. */
  readonly pressedIdleMs: number
  /** Silence within a message after which a client can lose its place if every place is taken, in milliseconds. */
  readonly pressedStallMs: number
  /**
   * Total wait for a client, in milliseconds, after which it can lose its place for sending fewer than
   * `pressedBytesPerSecond` if every place is taken.
   */
  readonly pressedSlowMs: number
  readonly pressedBytesPerSecond: number
  /** Age at which a connection can lose its place if every place is taken, in milliseconds. */
  readonly pressedConnectionMs: number
  readonly recipients: number
  /**
   * Most deliveries and routes that a message may be for. It is stored for each route; further ones are answered with
   * 452.
   */
  readonly targets: number
  /** Most bytes of a message; a larger one is answered with 552. */
  readonly messageBytes: number
  /** Bytes of a message that are kept in memory; a report makes its statements in its first parts. */
  readonly keptBytes: number
  /** The longest command line in octets. */
  readonly commandBytes: number
  /** Most bytes of a message with a DMARC report; a larger one is answered with 552. */
  readonly reportBytes: number
  /**
   * Most large messages with DMARC reports that are received at once, each in a file; one more is answered with 452.
   */
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
