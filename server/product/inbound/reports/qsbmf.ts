import { parseReply, type SmtpReply } from '../../delivery/smtp/reply.js'
import { foldAddress } from '../../../../base/addresses/address.js'
import { printableLine } from '../../../../base/text/printable.js'
import type { DsnRecipient } from './dsn.js'

/** Limits beyond what any bounce has. The rest is not read. */
const max = { lines: 2000, recipients: 100, reasonLines: 30, lineLength: 1000, textLength: 1000 }

/**
 * Matches delay notices of qmail add-ons, which use the same format to say that a message is late and that they go on
 * trying.
 */
const stillTries =
  /\b(?:warning|delayed|not (?:yet )?given up|haven't given up|will keep trying|still trying)\b/i

/** Matches the words that say that a temporary failure came before and the message became too old. */
const tooOld =
  /^(?:I'm not going to try again; this message has been in the queue too long|This message is too old)\b/

/** Matches the words for a server that refused our server or the sender before it knew the recipient. */
const refusesSender = /^(?:\S+: )?connected to \S+ but\b/i

const quote = /^Remote host said: ?/
const givesUp = /^Giving up on \S+$/

/**
 * Reads a bounce in the qmail-send Bounce Message Format (https://cr.yp.to/proto/qsbmf.txt): an introduction that
 * begins with "Hi. This is the", a paragraph for each recipient that begins with `<address>:`, a paragraph that
 * begins with a hyphen, and the original message.
 *
 * @param text the body of a mail from the null sender
 * @returns an empty list if the text is not in this format
 */
export function readQsbmf(text: string): DsnRecipient[] {
  if (!text.startsWith('Hi. This is the')) return []
  const lines = text.split(/\r?\n/, max.lines).map((line) => line.slice(0, max.lineLength))
  const [introduction = [], ...others] = paragraphsOf(lines)
  const end = others.findIndex(([first]) => first?.startsWith('-'))
  if (end < 1 || end > max.recipients) return []
  const action = stillTries.test(introduction.join(' ')) ? 'delayed' : 'failed'
  const statuses: DsnRecipient[] = []
  for (const [first = '', ...reason] of others.slice(0, end)) {
    const address = addressOf(first)
    if (address === undefined) return []
    statuses.push({ action, final: address, original: undefined, reply: replyOf(reason) })
  }
  return statuses
}

/** Splits lines into paragraphs, which are series of lines that are not blank. */
function paragraphsOf(lines: readonly string[]): string[][] {
  const paragraphs: string[][] = []
  let current: string[] | undefined
  for (const line of lines) {
    if (line.trim() === '') current = undefined
    else if (current === undefined) paragraphs.push((current = [line]))
    else current.push(line)
  }
  return paragraphs
}

/** Returns the address in a line `<address>:`, in the form to compare. qmail does not quote a local part. */
function addressOf(line: string): string | undefined {
  const written = line.trimEnd()
  if (!written.startsWith('<') || !written.endsWith('>:')) return undefined
  const address = written.slice(1, -2)
  return address.includes('@') ? foldAddress(address) : undefined
}

/** Returns the reply of a remote server, else an equivalent of the reason that qmail gives. */
function replyOf(written: readonly string[]): SmtpReply {
  const lines = written.slice(0, max.reasonLines).map((line) => line.trim())
  const host = hostOf(lines)
  const quotedAt = lines.findIndex((line) => quote.test(line))
  const own = quotedAt === -1 ? lines : lines.slice(0, quotedAt)
  const isTooOld = written.some((line) => tooOld.test(line))
  // A reply about our server or the sender is not about the recipient.
  if (own.some((line) => refusesSender.test(line)))
    return { code: isTooOld ? 450 : 550, enhanced_code: null, text: textOf(own), host }
  const quoted = quotedAt === -1 ? undefined : quotedReply(lines.slice(quotedAt), host)
  if (quoted !== undefined && quoted.code >= 400) return quoted
  const coded = codeIn(lines)
  const status = isTooOld && coded?.startsWith('4') !== true ? '4.4.7' : (coded ?? null)
  return {
    code: status?.startsWith('4') === true ? 450 : 550,
    enhanced_code: status,
    text: textOf(lines),
    host,
  }
}

/** Returns the reply behind "Remote host said:", of one line or more, up to the next words of qmail itself. */
function quotedReply(lines: readonly string[], host: string): SmtpReply | undefined {
  const end = lines.findIndex((line) => givesUp.test(line) || tooOld.test(line))
  const said = lines.slice(0, end === -1 ? lines.length : end).map((line) => line.replace(quote, ''))
  const reply = parseReply(said.join('\n'), host)
  return reply && { ...reply, enhanced_code: reply.enhanced_code ?? codeIn(said) ?? null }
}

/** Returns the code of RFC 3463 in qmail's spelling: `(#5.1.1)`. */
function codeIn(lines: readonly string[]): string | undefined {
  return /#([45]\.\d{1,3}\.\d{1,3})(?!\d)/.exec(lines.join(' '))?.[1]
}

/** Returns the server that qmail connected to, by its IP address: "192.0.2.7 does not like recipient." */
function hostOf(lines: readonly string[]): string {
  for (const line of lines) {
    const [, client, refuser] =
      /^(?:\S+: )?connected to (\S+) but\b|^(\S+) (?:does not like recipient|failed (?:on|after))\b/i.exec(
        line,
      ) ?? []
    const host = client ?? refuser
    if (host !== undefined) return printableLine(host, 255)
  }
  return ''
}

function textOf(lines: readonly string[]): string {
  return printableLine(lines.join(' '), max.textLength)
}
