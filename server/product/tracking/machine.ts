/** The facts in a request for a tracked address that show who made it. */
export interface TrackedRequest {
  readonly kind: 'open' | 'click'
  readonly method: string
  readonly userAgent: string
  /** Header fields by names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Milliseconds since the mail was handed over; null if that has not happened yet. */
  readonly sinceDeliveredMs: number | null
}

/** Reasons why a request counts as a machine's. */
export type MachineReason = 'head' | 'prefetch' | 'scanner' | 'proxy' | 'early'

/** Programs that fetch links and images, and servers that look into mail before people do. */
const scanners = new RegExp(
  [
    String.raw`(?<!cu)bot\b`,
    String.raw`\b(crawler|spider|scanner|monitor|preview|validator|fetcher)\b`,
    'barracuda|proofpoint|mimecast|messagelabs|symantec|sophos|trendmicro|forcepoint|ironport|fireeye',
    'safelinks|zscaler|cloudmark|vade',
    String.raw`\bcurl\/|\bwget\/|python-|go-http-client|okhttp|java\/|libwww|axios|node-fetch|undici`,
    'headlesschrome|phantomjs',
    'microsoft office existence|ms-office|facebookexternalhit|whatsapp|telegrambot|skypeuripreview',
  ].join('|'),
  'i',
)

/**
 * User agent that loads every image of a mail when it arrives, whoever reads it (Apple Mail's privacy protection).
 */
const loadsAll = /^Mozilla\/5\.0$/

/** Milliseconds after the mail was handed over within which no person can have read it. */
const earlyMs = { open: 1_000, click: 2_500 } as const

/**
 * Returns why an open or a click is a machine's; undefined if it may be a person's. Providers that fetch images for
 * the person who looks at the mail (Gmail, Yahoo) count as that person.
 */
export function machineReasonOf(request: TrackedRequest): MachineReason | undefined {
  const { kind, method, userAgent, headers, sinceDeliveredMs } = request
  if (method === 'HEAD') return 'head'
  if (isPrefetch(headers)) return 'prefetch'
  if (userAgent.trim() === '' || scanners.test(userAgent)) return 'scanner'
  if (kind === 'open' && loadsAll.test(userAgent.trim())) return 'proxy'
  if (sinceDeliveredMs === null || sinceDeliveredMs < earlyMs[kind]) return 'early'
  return undefined
}

/** Returns whether a browser says that it loads a page that nobody has asked for yet. */
function isPrefetch(headers: TrackedRequest['headers']): boolean {
  const said = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => String(headers[name] ?? ''))
  return said.some((value) => /prefetch|preview|prerender/i.test(value))
}
