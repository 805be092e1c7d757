/** A mailbox provider of the benchmark: the service tells providers by the names of their mail exchanges. */
export interface Exchange {
  readonly provider: string
  /** A domain whose mail it takes. */
  readonly domain: string
  /** The name of its mail exchange, as the real one's ends. */
  readonly host: string
  /** Address of the exchange, on the loopback. */
  readonly address: string
  /** The provider's part of a hundred mails. */
  readonly share: number
}

/** The sources that mail leaves from. */
export const sourceAddresses = ['127.0.1.1', '127.0.1.2', '127.0.1.3', '127.0.1.4'] as const
/** The addresses of the exchanges. */
export const exchangeRange = '127.0.2.0/24'

export const exchanges: readonly Exchange[] = [
  {
    provider: 'Google',
    domain: 'gmail.example',
    host: 'gmail-smtp-in.l.google.com',
    address: '127.0.2.1',
    share: 40,
  },
  {
    provider: 'Microsoft',
    domain: 'outlook.example',
    host: 'outlook-com.olc.protection.outlook.com',
    address: '127.0.2.2',
    share: 20,
  },
  {
    provider: 'Yahoo',
    domain: 'yahoo.example',
    host: 'mta5.am0.yahoodns.net',
    address: '127.0.2.3',
    share: 15,
  },
  {
    provider: 'Apple',
    domain: 'icloud.example',
    host: 'mx01.mail.icloud.com',
    address: '127.0.2.4',
    share: 8,
  },
  {
    provider: 'Comcast',
    domain: 'comcast.example',
    host: 'mx1a1.comcast.net',
    address: '127.0.2.5',
    share: 7,
  },
  {
    provider: 'unknown',
    domain: 'elsewhere.example',
    host: 'mx.elsewhere.example',
    address: '127.0.2.6',
    share: 10,
  },
]

/** Neighbours go to different providers: 37 and 100 have no divisor in common. */
const stride = 37

/** The provider of the mail of an order, by the shares. */
export function exchangeOf(order: number): Exchange {
  let left = (order * stride) % 100
  for (const exchange of exchanges) {
    left -= exchange.share
    if (left < 0) return exchange
  }
  throw new Error('the shares are less than a hundred')
}

/** The recipient of an order's mail, by which receivers tell what is missing. */
export function recipientOf(order: number): string {
  return `r${order}@${exchangeOf(order).domain}`
}

/** The order of a command `RCPT TO:<r12@…>`. */
export function orderOf(command: string): number {
  return Number.parseInt(command.slice('RCPT TO:<r'.length), 10)
}
