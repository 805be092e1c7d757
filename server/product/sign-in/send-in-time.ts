import type { SmtpResult } from '../delivery/smtp/result.js'
import type { OutgoingMail, Transport } from '../delivery/transport.js'

const tooSlow: SmtpResult = {
  step: 'connect',
  reply: undefined,
  failure: 'timeout',
  error: 'The attempt took too long.',
}

/**
 * Sends a mail, and gives it up after a time whatever it waits for: its turn, a connection or a reply. Nothing more is
 * sent then. A connection that is being opened ends as soon as it is open.
 *
 * @param ms the limit, in milliseconds
 */
export async function sendInTime(
  transport: Pick<Transport, 'send'>,
  mail: OutgoingMail,
  ms: number,
): Promise<SmtpResult> {
  const limit = new AbortController()
  const late = new Promise<SmtpResult>((resolve) => {
    // The transport's own result says what was under way, if it has one now.
    limit.signal.addEventListener('abort', () => setImmediate(resolve, tooSlow))
  })
  const timer = setTimeout(() => limit.abort(), ms)
  try {
    return await Promise.race([transport.send({ ...mail, signal: limit.signal }), late])
  } finally {
    clearTimeout(timer)
  }
}
