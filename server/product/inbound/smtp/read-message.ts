import type { SMTPServerDataStream } from 'smtp-server'
import { LineEnds } from './line-ends.js'
import { SmtpRefusal } from '../../../mail/smtp-listener/refusal.js'

/**
 * Reads a message to its end and keeps its beginning.
 *
 * @param refusalAt why a message of so many bytes and maybe more is refused; it is read to its end all the
 *   same
 * @throws SmtpRefusal where the message is too large or pretends to end more than once; Error where the client goes
 *   away
 */
export async function readMessage(
  stream: SMTPServerDataStream,
  keptBytes: number,
  refusalAt: (bytes: number) => SmtpRefusal | undefined = () => undefined,
): Promise<Buffer> {
  const lineEnds = new LineEnds()
  let chunks: Buffer[] = []
  let kept = 0
  let received = 0
  let refusal: SmtpRefusal | undefined
  for await (const chunk of stream) {
    const bytes = chunk as Buffer
    lineEnds.push(bytes)
    received += bytes.length
    refusal ??= refusalAt(received)
    if (refusal !== undefined) chunks = []
    else if (kept < keptBytes) {
      const beginning = bytes.subarray(0, keptBytes - kept)
      chunks.push(beginning)
      kept += beginning.length
    }
  }
  if (lineEnds.smuggling) throw new SmtpRefusal(550, '5.6.0 A line that is a dot ends with CRLF only', true)
  if (stream.sizeExceeded) throw new SmtpRefusal(552, '5.3.4 The message is too large')
  if (refusal !== undefined) throw refusal
  return Buffer.concat(chunks)
}
