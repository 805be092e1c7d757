import { parseReply, printable, type SmtpReply } from '../../delivery/smtp/reply.js'
import { foldAddress } from '../../mail-address.js'
import { readGroups, valueOf, type Fields } from './fields.js'
import { readAddress, readTyped } from './typed-value.js'

/** What became of a message for one recipient (RFC 3464, section 2.3). */
export interface RecipientStatus {
  readonly action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded' | 'unknown'
  /** Final and original, in the form to compare. */
  readonly addresses: readonly string[]
  /** What the server said that refused it, or what amounts to it. */
  readonly reply: SmtpReply
}

/**
 * Reads the machine's part of a delivery status notification. Written with care it is one group about the message and one
 * for each recipient; some put all in one group, or leave fields out.
 */
export function readDeliveryStatus(text: string): RecipientStatus[] {
  const groups = readGroups(text)
  const reporter = groups.map((group) => valueOf(group, 'reporting-mta')).find((value) => value !== undefined)
  return groups.filter(isAboutRecipient).map((group) => statusOf(group, reporter))
}

/**
 * The status of the recipient that a delivery went to: the one that names them, or the only one there is, or the only one
 * that failed. A message is sent to one recipient at a time, so where it was forwarded the names differ.
 *
 * @param address in the form to compare
 */
export function statusFor(
  address: string,
  statuses: readonly RecipientStatus[],
): RecipientStatus | undefined {
  const named = statuses.find(({ addresses }) => addresses.includes(address))
  if (named !== undefined || statuses.length <= 1) return named ?? statuses[0]
  const failed = statuses.filter(({ action }) => action === 'failed')
  return failed.length === 1 ? failed[0] : undefined
}

function isAboutRecipient(group: Fields): boolean {
  return ['action', 'final-recipient', 'status'].some((name) => group.has(name))
}

function statusOf(group: Fields, reporter: string | undefined): RecipientStatus {
  const recipients = [valueOf(group, 'final-recipient'), valueOf(group, 'original-recipient')]
  return {
    action: actionOf(group),
    addresses: recipients
      .filter((value) => value !== undefined)
      .map((value) => foldAddress(readAddress(value))),
    reply: replyOf(group, reporter),
  }
}

const actions = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const

/** Without an action, a permanent status is a failure: it can mean nothing else. */
function actionOf(group: Fields): RecipientStatus['action'] {
  const word = /^[a-z]+/.exec(valueOf(group, 'action')?.toLowerCase() ?? '')?.[0]
  if (word === undefined) return statusCodeOf(group)?.startsWith('5') === true ? 'failed' : 'unknown'
  return actions.find((action) => action === word) ?? 'unknown'
}

/** Some write more than the code: `5.1.1 (bad destination mailbox address)`. */
function statusCodeOf(group: Fields): string | undefined {
  return /^([245]\.\d{1,3}\.\d{1,3})(?!\d)/.exec(valueOf(group, 'status') ?? '')?.[1]
}

function replyOf(group: Fields, reporter: string | undefined): SmtpReply {
  const status = statusCodeOf(group)
  const host = hostOf(valueOf(group, 'remote-mta') ?? reporter)
  const { value } = readTyped(valueOf(group, 'diagnostic-code') ?? '')
  const said = parseReply(value, host)
  // A reply that took the message is not why it came back.
  if (said !== undefined && said.code >= 400)
    return { ...said, enhanced_code: said.enhanced_code ?? status ?? null }
  return {
    code: status?.startsWith('4') === true ? 450 : 550,
    enhanced_code: status?.startsWith('2') === true ? null : (status ?? null),
    text: printable(value, 1000),
    host,
  }
}

function hostOf(value: string | undefined): string {
  return printable(value === undefined ? '' : readTyped(value).value, 255)
}
