/** Longest time that each step may take, in milliseconds. */
export interface TimeOuts {
  readonly connect: number
  readonly tls: number
  readonly greeting: number
  readonly ehlo: number
  readonly starttls: number
  readonly auth: number
  readonly mail: number
  readonly rcpt: number
  readonly data: number
  /** Longest time in which none of the message is taken. */
  readonly transfer: number
  readonly end: number
  readonly quit: number
  /** Longest time for all the replies together that no outcome depends on any more. */
  readonly tidy: number
}

/**
 * Time-outs of RFC 5321 (section 4.5.3.2) from MAIL on. The RFC gives a server five minutes to greet; a server that
 * takes longer than one minute is down, and there is another host or another time.
 */
export const defaultTimeOuts: TimeOuts = {
  connect: 30_000,
  tls: 60_000,
  greeting: 60_000,
  ehlo: 60_000,
  starttls: 60_000,
  auth: 60_000,
  mail: 300_000,
  rcpt: 300_000,
  data: 120_000,
  transfer: 300_000,
  end: 600_000,
  quit: 5_000,
  tidy: 5_000,
}
