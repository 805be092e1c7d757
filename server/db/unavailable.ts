/** Codes of Node and PostgreSQL (appendix A) that say: the database cannot be reached, or is going down. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '53300', // too many connections
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
])

/** What pg and Knex say without a code. Knex writes the statement and " - " in front of what pg says. */
const messages = [
  /(^| - )Connection terminated/,
  /(^| - )Client has encountered a connection error/,
  // During maintenance; its code, 55000, says other things too.
  /is not currently accepting connections$/,
  /^Knex: Timeout acquiring a connection/,
  /^timeout expired$/,
  /^Unable to acquire a connection$/,
]

/** Whether a failure is the database's absence, which passes, rather than our mistake, which does not. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  // The embedded database's socket is a file.
  if (code === 'ENOENT' && syscall === 'connect') return true
  if (typeof code === 'string' && (codes.has(code) || /^08[0-9A-Z]{3}$/.test(code))) return true
  return messages.some((message) => message.test(error.message))
}
