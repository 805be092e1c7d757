import { printableLine } from '../../../../base/text/printable.js'
import { parseReply, type SmtpReply } from '../../delivery/smtp/reply.js'
import { domainOf, foldAddress } from '../../../../base/addresses/address.js'
import { classify } from '../../delivery/bounce/classify.js'
import { readGroups, valueOf, type Fields } from '../../../mail/mime/report-fields.js'
import { reasonInProse } from './prose.js'
import { readTypedAddress, readTyped } from './typed-value.js'

/** The result of a message for one recipient (RFC 3464, section 2.3). */
export interface DsnRecipient {
  readonly action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded' | 'unknown'
  /**
   * The recipient that the server gave up on, and the recipient that the message was first sent to. Undefined
   * if the report does not name them by a mail address; in the form to compare.
   */
  readonly final: string | undefined
  readonly original: string | undefined
  /** True if the prose says that the recipient is an alias, and that a mailbox it led to is the one that failed. */
  readonly passedOn?: boolean
  /** Reply of the server that refused the message, or an equivalent one. */
  readonly reply: SmtpReply
}

/**
 * Reads the machine's part of a delivery status notification. A careful report has one group about the message and
 * one for each recipient; some servers put all in one group, or leave fields out.
 *
 * @param prose the part for a person, which adds what status and diagnostic leave open
 */
export function readDeliveryStatus(text: string, prose = ''): DsnRecipient[] {
  const groups = readGroups(text)
  const reporter = groups.map((group) => valueOf(group, 'reporting-mta')).find((value) => value !== undefined)
  return groups.filter(isAboutRecipient).map((group) => explained(statusOf(group, reporter), prose))
}

/**
 * Returns the status, completed by the prose. Exim writes `5.0.0` and no diagnostic for each address that it refuses
 * itself, and says "Unrouteable address" in the prose alone. It names an alias as the recipient if a member of it
 * failed.
 */
function explained(status: DsnRecipient, prose: string): DsnRecipient {
  const { final, reply } = status
  if (status.action !== 'failed' || final === undefined) return status
  const reason = reasonInProse(prose, final, reply.host)
  if (reason === undefined) return status
  const found = { ...status, passedOn: reason.passedOn }
  if (classify(reply) !== 'other') return found
  const said = reason.reply ?? { ...reply, text: reason.text }
  // The machine's part counts unless the prose says more.
  if (reply.text !== '' && classify(said) === 'other') return found
  return { ...found, reply: { ...said, enhanced_code: said.enhanced_code ?? reply.enhanced_code } }
}

/** The status of a delivery in a report. */
export interface Matched {
  readonly status: DsnRecipient
  /**
   * True if the status is about the recipient's own mailbox, not about a mailbox that their mail was forwarded to.
   */
  readonly isOwn: boolean
}

/**
 * Picks a report's status for the recipient of a delivery: the status that names the recipient as the final
 * recipient, else as the original recipient, else the only status, else the only failed status. Each message is sent
 * to one recipient, so the names differ only if the mail was forwarded.
 *
 * The status is about the recipient's own mailbox if
 * - it names the recipient as the final recipient, as nearly all servers do (Gmail, Postfix, and Exim, which names
 *   the first address of an alias);
 * - it names the same mailbox: without the part after `+`, or, if it also names the recipient as the original
 *   recipient, under another domain, as Exchange does with `ada@example.onmicrosoft.com`;
 * - it names no recipient, or names one by something other than a mail address.
 *
 * Otherwise, and if the prose says so, the status is about a member of an alias or the target of a forward (RFC 3464,
 * section 2.3.1), and another member may have received the message.
 *
 * @param address in the form to compare
 */
export function statusFor(address: string, statuses: readonly DsnRecipient[]): Matched | undefined {
  const failed = statuses.filter(({ action }) => action === 'failed')
  const status =
    statuses.find(({ final }) => final === address) ??
    failed.find(({ original }) => original === address) ??
    statuses.find(({ original }) => original === address) ??
    (statuses.length === 1 ? statuses[0] : undefined) ??
    (failed.length === 1 ? failed[0] : undefined)
  return status && { status, isOwn: status.passedOn !== true && isOwnMailbox(address, status) }
}

function isOwnMailbox(address: string, { final, original }: DsnRecipient): boolean {
  if (final === undefined || final === address) return true
  if (mailboxOf(final) !== mailboxOf(address)) return false
  return original === address || domainOf(final) === domainOf(address)
}

/** Returns the part before the @, without the suffix that a person adds after a `+`. */
function mailboxOf(address: string): string | undefined {
  return /^[^+]+/.exec(address.slice(0, address.lastIndexOf('@')))?.[0]
}

function isAboutRecipient(group: Fields): boolean {
  return ['action', 'final-recipient', 'status'].some((name) => group.has(name))
}

function statusOf(group: Fields, reporter: string | undefined): DsnRecipient {
  return {
    action: actionOf(group),
    final: mailAddressOf(valueOf(group, 'final-recipient')),
    original: mailAddressOf(valueOf(group, 'original-recipient')),
    reply: replyOf(group, reporter),
  }
}

/** Returns the mail address of a value; undefined for an address of another kind, such as `x400;…`. */
function mailAddressOf(value: string | undefined): string | undefined {
  const address = value === undefined ? undefined : foldAddress(readTypedAddress(value))
  return address?.includes('@') === true ? address : undefined
}

const actions = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const

/**
 * Returns the action of a group. A permanent status without an action means a failure, since it can mean nothing
 * else.
 */
function actionOf(group: Fields): DsnRecipient['action'] {
  const word = /^[a-z]+/.exec(valueOf(group, 'action')?.toLowerCase() ?? '')?.[0]
  if (word === undefined) return statusCodeOf(group)?.startsWith('5') === true ? 'failed' : 'unknown'
  return actions.find((action) => action === word) ?? 'unknown'
}

/**
 * Returns the status code of a group. Some servers write more than the code: `5.1.1 (bad destination mailbox
 * address)`.
 */
function statusCodeOf(group: Fields): string | undefined {
  return /^([245]\.\d{1,3}\.\d{1,3})(?!\d)/.exec(valueOf(group, 'status') ?? '')?.[1]
}

function replyOf(group: Fields, reporter: string | undefined): SmtpReply {
  const status = statusCodeOf(group)
  const host = hostOf(valueOf(group, 'remote-mta') ?? reporter)
  const { value } = readTyped(valueOf(group, 'diagnostic-code') ?? '')
  const said = parseReply(value, host)
  // A reply that accepted the message is not the reason why it came back.
  if (said !== undefined && said.code >= 400)
    return { ...said, enhanced_code: said.enhanced_code ?? status ?? null }
  return {
    code: status?.startsWith('4') === true ? 450 : 550,
    enhanced_code: status?.startsWith('2') === true ? null : (status ?? null),
    text: printableLine(value, 1000),
    host,
  }
}

function hostOf(value: string | undefined): string {
  return printableLine(value === undefined ? '' : readTyped(value).value, 255)
}
