import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { SealedError, type Sealer } from '../../../platform/auth/sealed.js'
import { timeOf } from '../../../platform/db/ids.js'
import { retryTransient } from '../../../platform/db/transaction/retry-transient.js'
import { compose } from '../../../mail/compose/compose.js'
import { mailOf } from '../../delivery/compose/content.js'
import { scopeOf } from '../../delivery/policy.js'
import type { SmtpResult } from '../../delivery/smtp/result.js'
import type { OutgoingMail, Transport } from '../../delivery/transport.js'
import { domainOf } from '../../../../base/addresses/address.js'
import type { LeaseTerm } from '../../../platform/queue/leases/owner.js'
import { withLinks } from '../../workspace/sign-in-rule.js'
import { findUser, linkSeconds, makeLink, usersOf, type LinkedUser } from '../links.js'
import { contentOf } from './mail.js'
import type { MailMetrics } from '../metrics.js'
import { WorkspaceSlots } from './room.js'
import { endMail, giveBackMail, sealedOrderPlace, type ClaimedMail, type MailOrder } from './queue.js'

/** Seconds to wait between attempts; the last value repeats until the links have expired. */
const backoffSeconds = [2, 5, 15, 45, 120] as const

/** Seconds after which a mail whose workspaces have no slot is due again. */
const crowdedSeconds = 5

/** Seconds for which recording an outcome is retried: if it is not recorded, the mail is sent once more. */
const recordSeconds = 60

export interface SendOptions {
  readonly db: Knex
  readonly sealer: Sealer
  readonly transport: Pick<Transport, 'send'>
  /** Seconds that an attempt may take. */
  readonly attemptSeconds: number
  /** Signs a composed mail for the domain of the sender, if the service has a key for it. */
  readonly sign: (message: Buffer, at: Date) => Promise<Buffer>
  /** Sender's address. */
  readonly from: string
  /** Envelope sender: its domain's SPF names this host, which the SPF of the sender's domain need not. */
  readonly returnPath: string
  /** URL of the service as seen from outside, without a trailing slash. */
  readonly publicUrl: string
  readonly log: Logger
  readonly metrics: MailMetrics
}

/**
 * Returns a function that makes one attempt at a claimed mail and records its outcome:
 *
 *   expired, or there is no such user --> ended
 *   sent, or refused for good         --> ended
 *   refused for now, or too slow      --> due again after a backoff
 *   its workspaces have no slot       --> due again soon
 *
 * Each attempt makes links of its own, so no token is stored anywhere. The links end 15 minutes after they were asked
 * for, and so do the attempts.
 */
export function mailSender(options: SendOptions): (mail: ClaimedMail, term: LeaseTerm) => Promise<void> {
  const { db, log, metrics } = options
  const slots = new WorkspaceSlots()

  async function send(
    to: LinkedUser,
    users: readonly LinkedUser[],
    {
      order,
      expiresAt,
      term,
    }: { readonly order: MailOrder; readonly expiresAt: Date; readonly term: LeaseTerm },
  ) {
    const links = []
    for (const user of users)
      links.push({ user, link: await makeLink(db, user, { publicUrl: options.publicUrl, expiresAt }) })
    const content = contentOf({
      from: options.from,
      to: to.email,
      links,
      invitation: order.kind === 'invitation' ? { by: order.invitedBy } : undefined,
      publicUrl: options.publicUrl,
      expiresAt,
    })
    const message = await options.sign(compose(mailOf(content)), timeOf(content.messageId))
    const { email } = to
    const envelope = { destination: domainOf(email), from: options.returnPath, to: email }
    const mail = { ...envelope, message, mayBegin: () => term.mayBegin() }
    return sendInTime(options.transport, mail, options.attemptSeconds * 1000)
  }

  return async (mail, term) => {
    const expiresAt = new Date(timeOf(mail.id).getTime() + linkSeconds * 1000)
    const end = async (outcome: Parameters<MailMetrics['count']>[0]) => {
      metrics.count(outcome)
      await retryTransient(recordSeconds, () => endMail(db, mail))
    }
    if (expiresAt.getTime() <= Date.now()) return end('expired')
    const order = openOrder(options.sealer, mail)
    if (order === undefined) {
      log.error({ mail: mail.id }, 'a sign-in mail cannot be opened: it was sealed with another secret')
      return end('failed')
    }
    const users = await usersFor(db, order)
    const [first] = users
    if (first === undefined) return end('nobody')

    const giveBack = (seconds: number) =>
      retryTransient(recordSeconds, () => giveBackMail(db, mail, seconds * 1000))
    const slot = slots.take(users.map(({ workspaceId }) => workspaceId))
    if (slot === undefined) return giveBack(crowdedSeconds)
    const result = await send(first, users, { order, expiresAt, term }).finally(() => slots.free(slot))
    if (scopeOf(result) === undefined) return end('sent')
    const fields = { mail: mail.id, attempts: mail.attempts, ...describe(result) }
    if (isFinal(result)) {
      log.warn(fields, 'a sign-in mail was refused')
      return end('failed')
    }
    log.info(fields, 'a sign-in mail could not be sent yet')
    await giveBack(backoffSeconds[Math.min(mail.attempts, backoffSeconds.length) - 1] ?? backoffSeconds[0])
  }
}

function openOrder(sealer: Sealer, { workspaceId, id, sealed }: ClaimedMail): MailOrder | undefined {
  try {
    return JSON.parse(sealer.open(sealed, sealedOrderPlace(workspaceId, id)).toString()) as MailOrder
  } catch (error) {
    if (error instanceof SealedError) return undefined
    throw error
  }
}

async function usersFor(db: Knex, order: MailOrder): Promise<readonly LinkedUser[]> {
  if (order.kind === 'requested') return withLinks(db, await usersOf(db, order.email))
  const user = await findUser(db, order.workspaceId, order.userId)
  return user === undefined ? [] : withLinks(db, [user])
}

function isFinal(result: SmtpResult): boolean {
  if (result.reply !== undefined) return result.reply.code >= 500
  return result.failure === 'no_such_domain' || result.failure === 'null_mx'
}

/** Returns the parts of a result that may be logged: a reply's text often contains the address. */
function describe(result: SmtpResult): object {
  return result.reply === undefined
    ? { step: result.step, failure: result.failure }
    : { step: result.step, code: result.reply.code }
}

const tooSlow: SmtpResult = {
  step: 'connect',
  reply: undefined,
  failure: 'timeout',
  error: 'The attempt took too long.',
}

/**
 * Sends a mail, and gives it up after a time whatever it waits for: its turn, a connection or a reply. Nothing more
 * is sent then. A connection that is being opened ends as soon as it is open.
 *
 * @param ms limit in milliseconds
 */
async function sendInTime(
  transport: Pick<Transport, 'send'>,
  mail: OutgoingMail,
  ms: number,
): Promise<SmtpResult> {
  const limit = new AbortController()
  const late = new Promise<SmtpResult>((resolve) => {
    // The transport's own result, if it has one now, says what was under way.
    limit.signal.addEventListener('abort', () => setImmediate(resolve, tooSlow))
  })
  const timer = setTimeout(() => limit.abort(), ms)
  try {
    return await Promise.race([transport.send({ ...mail, signal: limit.signal }), late])
  } finally {
    clearTimeout(timer)
  }
}
