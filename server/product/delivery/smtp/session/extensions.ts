import type { ServerReply } from './reply-reader.js'

/** The extensions that a server's reply to EHLO offers (RFC 5321, section 4.1.1.1). */
export interface Extensions {
  /** PIPELINING (RFC 2920). */
  readonly pipelining: boolean
  /**
   * The largest message in octets (RFC 1870); 0 if MAIL takes SIZE without a limit, undefined if it doesn't take
   * SIZE.
   */
  readonly size: number | undefined
  /** 8BITMIME (RFC 6152). */
  readonly eightBit: boolean
  /** SMTPUTF8 (RFC 6531). */
  readonly smtpUtf8: boolean
  /** STARTTLS (RFC 3207). */
  readonly startTls: boolean
  /** Authentication mechanisms (RFC 4954), in upper case. */
  readonly auth: readonly string[]
}

export const noExtensions: Extensions = {
  pipelining: false,
  size: undefined,
  eightBit: false,
  smtpUtf8: false,
  startTls: false,
  auth: [],
}

export function extensionsOf(reply: ServerReply): Extensions {
  const offered = new Map<string, string[]>()
  // The first line is the server's name.
  for (const line of reply.texts.slice(1)) {
    const [keyword = '', ...parameters] = line.trim().toUpperCase().split(/[ =]+/)
    offered.set(keyword, [...(offered.get(keyword) ?? []), ...parameters])
  }
  const size = offered.get('SIZE')
  return {
    pipelining: offered.has('PIPELINING'),
    size: size && (/^\d{1,15}$/.test(size[0] ?? '') ? Number(size[0]) : 0),
    eightBit: offered.has('8BITMIME'),
    smtpUtf8: offered.has('SMTPUTF8'),
    startTls: offered.has('STARTTLS'),
    auth: offered.get('AUTH') ?? [],
  }
}
