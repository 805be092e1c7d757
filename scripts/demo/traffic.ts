import type { Knex } from 'knex'
import { version } from '../../server/platform/config/version.js'
import { newUuid, toTypeId, type Uuid, type WorkspaceId } from '../../server/platform/db/ids.js'
import { inTransaction } from '../../server/platform/db/transaction/transaction.js'
import { replyOf } from '../../server/product/delivery/smtp/reply.js'
import { destinationOf } from '../../server/product/mail/destination.js'
import { recordBounce } from '../../server/product/inbound/record/bounce.js'
import { recordComplaint } from '../../server/product/inbound/record/complaint.js'
import { newMessage, type NewMessage } from '../../server/product/messages/admit/new-message.js'
import { cancelMessage } from '../../server/product/mail/change/cancel.js'
import type { SuppressionReason } from '../../server/product/audience/unsent-reason.js'
import type { Project } from '../../server/product/workspace/projects/projects.js'
import type { Agenda } from './agenda.js'
import { goTo } from './clock.js'
import type { Delivery, Mailroom } from './mailroom.js'
import type { Content, ProjectName } from './mails.js'
import type { Person } from './people.js'
import type { Random } from './random.js'
import { paceOf, resultOf, type Treatment } from './replies.js'

/** A project with the key that its application sends with. */
export interface Sender {
  readonly project: Project
  readonly keyId: Uuid
}

export interface TrafficOptions {
  readonly db: Knex
  readonly workspaceId: WorkspaceId
  readonly senders: Readonly<Record<ProjectName, Sender>>
  readonly random: Random
  readonly agenda: Agenda
  readonly mailroom: Mailroom
  /** Addresses that nothing is sent to, from the beginning. */
  readonly suppressed: ReadonlyMap<string, SuppressionReason>
}

const minuteMs = 60_000

/** Lets mail be sent, and lets happen what comes of it. */
export class Traffic {
  readonly #options: TrafficOptions
  readonly #suppressed: Map<string, SuppressionReason>
  readonly #countedBy = newUuid()

  constructor(options: TrafficOptions) {
    this.#options = options
    this.#suppressed = new Map(options.suppressed)
  }

  /**
   * Sends a mail.
   *
   * @param at when, in milliseconds since 1970
   */
  send(
    at: number,
    to: Person,
    content: Content,
    {
      by,
      scheduledAt,
      cancelledAt,
    }: {
      readonly by: ProjectName
      /** Time at which the mail is to go out, if that is later. */
      readonly scheduledAt?: number
      /** Time at which the mail is cancelled before it goes out. */
      readonly cancelledAt?: number
    },
  ): void {
    const { agenda, senders, workspaceId, mailroom } = this.#options
    goTo(at)
    const { project, keyId } = senders[by]
    const request = {
      ...content,
      project_id: toTypeId('prj', project.id),
      to: [{ email: to.email, name: to.name }],
      ...(scheduledAt !== undefined && { scheduled_at: new Date(scheduledAt).toISOString() }),
    }
    const admitted = newMessage(project, request, '/body', { now: new Date(at) })
    const reason = this.#suppressed.get(to.email) ?? null
    const recipients = admitted.recipients.map((recipient) => ({ ...recipient, suppressionReason: reason }))
    const message = { ...admitted, recipients }
    mailroom.accept(message, {
      workspaceId,
      actor: { kind: 'project_key', id: keyId, name: null, sessionId: null },
      ip: '203.0.113.7',
      userAgent: `postseal-typescript/${version}`,
      operation: 'sendMessage',
      resource: null,
      outcome: 'succeeded',
      status: 202,
      errorCode: null,
      requestId: toTypeId('req', newUuid()),
      projectId: project.id,
      count: null,
    })
    if (reason !== null) return
    if (cancelledAt !== undefined) agenda.add(cancelledAt, () => this.#cancel(message, cancelledAt))
    else this.#deliver(message, to, scheduledAt ?? at)
  }

  async #cancel({ id, projectId, environment, category }: NewMessage, at: number): Promise<void> {
    const { db, workspaceId, mailroom } = this.#options
    await mailroom.flush(at)
    await inTransaction(db, (tx) => cancelMessage(tx, workspaceId, { id, projectId, environment, category }))
  }

  #deliver(message: NewMessage, to: Person, from: number): void {
    const { workspaceId, random } = this.#options
    const [recipient] = message.recipients
    if (recipient === undefined) throw new Error('a message has no recipient')
    const { projectId, environment, category } = message
    const delivery: Delivery = {
      claimed: {
        ...{ workspaceId, projectId, environment, category, bulk: false, suppressed: null },
        ...{ campaignId: null, automationId: null, stopped: null, stream: 'transactional' as const },
        logId: recipient.logId,
        messageId: message.id,
        destination: destinationOf(environment, recipient.email),
        recipient: recipient.email,
      },
      attempts: 0,
      firstAttemptAt: undefined,
    }
    this.#try(delivery, to, this.#treatmentsOf(to, category), from + random.between(150, 900))
  }

  /** Returns the reactions that the attempts meet, one after the other; the last one stays. */
  #treatmentsOf({ fate }: Person, category: string | null): readonly Treatment[] {
    const { random } = this.#options
    if (fate === 'gone') return ['unknown']
    if (fate === 'full') return ['full']
    if (fate === 'greylisted' && random.happens(0.7)) return ['greylists', 'takes']
    if (category === 'newsletter' && random.happens(0.12)) return ['throttles', 'throttles', 'takes']
    if (random.happens(0.006)) return ['timeout', 'takes']
    return [random.happens(0.0015) ? 'spam' : 'takes']
  }

  #try(delivery: Delivery, to: Person, [next = 'takes', ...rest]: readonly Treatment[], from: number): void {
    const { agenda, mailroom, random } = this.#options
    const isTest = delivery.claimed.environment === 'test'
    const [least, most] = isTest ? [5, 30] : next === 'timeout' ? [30_000, 30_050] : paceOf(to.domain)
    const took = random.between(least, most)
    const at = from + took
    agenda.add(at, async () => {
      if (mailroom.holds(delivery)) await mailroom.flush(at)
      goTo(at)
      const { status, nextAt, suppresses } = mailroom.attempt(delivery, resultOf(to.domain, next), at, took)
      if (suppresses) this.#suppressed.set(to.email, 'hard_bounce')
      if (nextAt !== undefined) this.#try(delivery, to, rest.length > 0 ? rest : [next], nextAt)
      else if (status === 'delivered' && !isTest) this.#comesBack(delivery, to, at)
    })
  }

  /** Lets some mail that was delivered come back, or be reported as unwanted. */
  #comesBack({ claimed }: Delivery, to: Person, deliveredAt: number): void {
    const { random, agenda, db, workspaceId, mailroom } = this.#options
    const place = { workspaceId, logId: claimed.logId }
    if (to.fate === 'complains' && claimed.category === 'newsletter') {
      const at = deliveredAt + random.between(20, 600) * minuteMs
      agenda.add(at, async () => {
        await mailroom.flush(at)
        this.#suppressed.set(to.email, 'complaint')
        const report = { type: 'abuse', userAgent: 'Feedback/1.0' }
        await recordComplaint(db, place, report, this.#countedBy)
      })
    } else if (random.happens(0.003)) {
      const at = deliveredAt + random.between(1, 30) * minuteMs
      agenda.add(at, async () => {
        await mailroom.flush(at)
        const reply = replyOf(554, ['5.4.7 Delivery expired (message too old)'], `mx.${to.domain}`)
        await recordBounce(db, place, { reply, isOwn: true }, this.#countedBy)
      })
    }
  }
}
