import { foldAddress } from '../../../../base/addresses/address.js'
import { parseReply, type SmtpReply } from '../../delivery/smtp/reply.js'
import { printableLine } from '../../../../base/text/printable.js'

/** Most lines and characters that are read; a report for a person says why in few lines. */
const max = { lines: 2000, reasonLines: 30, lineLength: 1000, textLength: 1000 }

/**
 * Matches the commands before a server knows the recipient, and the connection itself: "after EHLO mx.example.com:
 * 550 Host unknown".
 */
const refusesSender = /\b(?:MAIL FROM|EHLO|HELO|after initial connection)\b/i

/** The reason that the text of a report gives for one recipient. */
export interface ProseReason {
  /**
   * True if the recipient is an alias, and the reason is about a mailbox that it led to: "(generated from
   * team@example.com)".
   */
  readonly passedOn: boolean
  /** Reply of a remote server, if the text quotes one. */
  readonly reply: SmtpReply | undefined
  readonly text: string
}

/**
 * Reads why a recipient's mail came back from the text for a person in a delivery status notification, as Exim writes
 * it: the address on a line of its own, and the reason in the lines below that are indented deeper.
 *
 * @param address in the form to compare
 * @param host server that a quoted reply comes from, for the log
 * @returns undefined if no line is the address alone, or the text says that a server refused the sender or its host
 */
export function reasonInProse(prose: string, address: string, host: string): ProseReason | undefined {
  const lines = prose.split(/\r?\n/, max.lines).map((line) => line.slice(0, max.lineLength))
  const named = lines.findIndex((line) => addressAlone(line) === address)
  const member = lines.findIndex((line) => aliasNamedBy(line) === address)
  if (named === -1 && member === -1) return undefined
  const reason = named === -1 ? reasonAt(lines, member) : reasonBelow(lines, named)
  if (reason.length === 0 || reason.some((line) => refusesSender.test(line))) return undefined
  return {
    passedOn: named === -1,
    reply: quotedReply(reason, host),
    text: printableLine(reason.join(' '), max.textLength),
  }
}

/** Returns the lines below a line that are indented deeper. */
function reasonBelow(lines: readonly string[], at: number): string[] {
  const margin = indentOf(lines[at] ?? '')
  return taken(lines.slice(at + 1), (line) => indentOf(line) > margin)
}

/** Returns the lines behind a line that have the same indentation. */
function reasonAt(lines: readonly string[], at: number): string[] {
  const margin = indentOf(lines[at] ?? '')
  return taken(lines.slice(at + 1), (line) => indentOf(line) >= margin)
}

function taken(lines: readonly string[], belongs: (line: string) => boolean): string[] {
  const few = lines.slice(0, max.reasonLines)
  const end = few.findIndex((line) => line.trim() === '' || !belongs(line))
  return few.slice(0, end === -1 ? few.length : end).map((line) => line.trim())
}

/** Returns the address in a line that is an address and nothing else, in the form to compare. */
function addressAlone(line: string): string | undefined {
  const [, address] = /^<?([^\s<>]+@[^\s<>:]+)>?:?$/.exec(line.trim()) ?? []
  return address === undefined ? undefined : foldAddress(address)
}

function aliasNamedBy(line: string): string | undefined {
  const [, address] = /^\((?:ultimately )?generated from (\S+@\S+)\)$/.exec(line.trim()) ?? []
  return address === undefined ? undefined : foldAddress(address)
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/**
 * Returns the reply that a text quotes, from its code to the end: `host mx.example.com [192.0.2.7]: 550 No such
 * user`.
 */
function quotedReply(reason: readonly string[], host: string): SmtpReply | undefined {
  for (const [index, line] of reason.entries()) {
    const [, first] = /(?:^|: )([45]\d\d[ -].*)$/.exec(line) ?? []
    if (first !== undefined) return parseReply([first, ...reason.slice(index + 1)].join('\n'), host)
  }
  return undefined
}
