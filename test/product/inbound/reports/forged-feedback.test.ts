import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId } from '../../../../server/platform/db/ids.js'
import type { Inbound } from '../../../../server/product/inbound/inbound.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'
import { inbox, logsOf, rawMail, send, type Log } from '../../../support/messages/mail.js'
import { until } from '../../../support/time/until.js'
import { fieldOf } from '../../../support/mail/wire.js'
import { byMessageId, yahoo, type Complained } from '../../../vectors/feedback.js'
import { submit } from '../../../support/mail-servers/smtp-talk.js'
import { useRig } from '../support.js'

/** Forged reports: every recipient knows the Message-ID and Feedback-ID, and can name another recipient in a report. */

const rig = useRig()
const loop = 'fbl@bounces.shop.example'

let dns: TestDns
/** A receiver that authenticates the sender of a report. */
let strict: Inbound
beforeAll(async () => {
  dns = await startDns({
    'provider.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
    'other.provider.example': { TXT: ['v=spf1 -all'] },
    'evil.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
    'silent.example': { fails: 'SERVFAIL' },
    '_dmarc.silent.example': { fails: 'SERVFAIL' },
  })
  strict = await rig.start({
    authenticatedBy: [dns.server],
    feedbackProviders: ['provider.example', 'silent.example', 'staff@evil.example'],
  })
})
afterAll(() => dns.close())

let number = 0

/**
 * Sends a message to an attacker and a victim. `own` has the data of the attacker's copy, but names the victim as the
 * complainer.
 */
async function copyNaming(victim = `ceo${++number}@example.com`): Promise<{
  readonly victim: string
  readonly own: Complained
  readonly logs: () => Promise<{ attacker: Log; victim: Log }>
}> {
  const attacker = `mallory${++number}@example.com`
  const message = await send(rig.service, [attacker, victim])
  const logs = async () => {
    const found = await logsOf(rig.service, message)
    const of = (address: string) => found.find(({ recipient }) => recipient === address)
    const [first, second] = [of(attacker), of(victim)]
    if (first === undefined || second === undefined) throw new Error('a log is missing')
    return { attacker: first, victim: second }
  }
  await until(async () => {
    const found = await logs()
    return found.attacker.status === 'delivered' && found.victim.status === 'delivered'
  }, 'the deliveries')
  const [copy] = await inbox(rig.service.url, attacker)
  const raw = await rawMail(rig.service.url, copy ?? { id: '' })
  const own = {
    sender: rig.returnPath.addressOf({
      workspaceId: fromTypeId('ws', rig.service.credentials.workspace_id),
      logId: fromTypeId('log', (await logs()).attacker.id),
    }),
    recipient: victim,
    messageId: fieldOf(raw, 'Message-ID') ?? '',
    feedbackId: fieldOf(raw, 'Feedback-ID') ?? '',
  }
  return { victim, own, logs }
}

const suppressed = async (address: string) => {
  const { rows } = await rig.service.sql.query('select from suppressions where address = $1', [address])
  return rows.length > 0
}

async function complained(): Promise<number> {
  const { rows } = await rig.service.sql.query<{ complained: number }>(
    'select coalesce(sum(complained), 0)::integer as complained from sending_totals',
  )
  return rows[0]?.complained ?? 0
}

const from = (raw: string, address: string) => raw.replace(/^From: .*/, `From: Feedback <${address}>`)

describe('a report by Message-ID', () => {
  test.each([
    ['of a stranger that passes SPF', 'fbl@evil.example', 'fbl@evil.example'],
    ["in a provider's name that passes for another domain", 'fbl@evil.example', 'fbl@provider.example'],
    ["in a provider's name without a sender", '', 'fbl@provider.example'],
    [
      "in the name of a provider's part that has another SPF",
      'a@other.provider.example',
      'a@other.provider.example',
    ],
    ['of another mailbox of a domain with one provider', 'user@evil.example', 'user@evil.example'],
  ])('%s is kept for people to see and moves nothing', async (_, sender, author) => {
    const { victim, own, logs } = await copyNaming()
    const before = await complained()
    const counted = await rig.counted('complaint_unverified')
    const report = from(byMessageId(own), author)
    expect(await submit(strict.port, loop, report, sender)).toMatch(/^250 /)
    const { victim: log } = await logs()
    expect(log).toMatchObject({
      status: 'delivered',
      complained_at: null,
      unverified_complaint: { feedback_type: 'abuse', from_domain: author.split('@')[1] },
    })
    expect(await suppressed(victim)).toBe(false)
    expect(await complained()).toBe(before)
    expect(await rig.counted('complaint_unverified')).toBe(counted + 1)

    // Only the first unverified complaint is kept.
    await submit(strict.port, loop, from(byMessageId(own), 'x@third.example'))
    expect((await logs()).victim).toEqual(log)
    expect(await rig.counted('complaint_unverified')).toBe(counted + 1)
  })

  test.each([
    ['a provider', 'fbl@provider.example'],
    ['a domain below that of a provider', 'fbl@reports.provider.example'],
    ['the address of a provider in a domain of mailboxes', 'staff@evil.example'],
  ])('of %s that passes DMARC counts, after an unverified one too', async (_, author) => {
    const { victim, own, logs } = await copyNaming()
    await submit(strict.port, loop, from(byMessageId(own), 'x@third.example'))
    const sender = author.replace('reports.', '')
    expect(await submit(strict.port, loop, from(byMessageId(own), author), sender)).toMatch(/^250 /)
    expect((await logs()).victim.complained_at).not.toBeNull()
    expect(await suppressed(victim)).toBe(true)
  })

  test('has to come again where the DNS gives no answer', async () => {
    const { own, logs } = await copyNaming()
    const report = from(byMessageId(own), 'fbl@silent.example')
    expect(await submit(strict.port, loop, report, 'fbl@silent.example')).toMatch(/^451 4\.7\.5 /)
    expect((await logs()).victim.unverified_complaint).toBeNull()
  })
})

test('a report that names its own return path and another recipient is about its own delivery', async () => {
  const { victim, own, logs } = await copyNaming()
  const report = byMessageId(own).replace(
    'Original-Rcpt-To',
    `Original-Mail-From: <${own.sender}>\nOriginal-Rcpt-To`,
  )
  for (const raw of [report, yahoo(own)]) await submit(strict.port, loop, raw, 'fbl@evil.example')
  await submit(strict.port, own.sender, byMessageId(own))
  const { attacker, victim: log } = await logs()
  expect(attacker.complained_at).not.toBeNull()
  expect(log.complained_at).toBeNull()
  expect(log.unverified_complaint).toBeNull()
  expect(await suppressed(victim)).toBe(false)
})

test('after a complaint that counted, an unverified one is not kept', async () => {
  const { own, logs } = await copyNaming()
  await submit(strict.port, loop, from(byMessageId(own), 'fbl@provider.example'), 'fbl@provider.example')
  const { victim: before } = await logs()
  expect(before.complained_at).not.toBeNull()
  await submit(strict.port, loop, from(byMessageId(own), 'x@third.example'))
  expect((await logs()).victim).toEqual(before)
})

test('of a type that is not a known one, no word of the stranger is kept', async () => {
  const { own, logs } = await copyNaming()
  const report = byMessageId(own).replace('Feedback-Type: abuse', 'Feedback-Type: your-mail-is-bad')
  await submit(strict.port, loop, from(report, 'x@third.example'))
  expect((await logs()).victim.unverified_complaint).toMatchObject({ feedback_type: 'other' })
})

test('a delivery status notification is about nothing where it names a Message-ID only', async () => {
  const { victim, own, logs } = await copyNaming()
  const before = await logs()
  const dsn = byMessageId(own)
    .replaceAll('feedback-report', 'delivery-status')
    .replace('Feedback-Type: abuse', 'Reporting-MTA: dns; mx.evil.example\n\nAction: failed\nStatus: 5.1.1')
    .replace('Original-Rcpt-To: <', 'Final-Recipient: rfc822; <')
  expect(await submit(strict.port, loop, from(dsn, 'fbl@provider.example'), 'fbl@provider.example')).toMatch(
    /^250 /,
  )
  expect(await logs()).toEqual(before)
  // A report to the attacker's own return path cannot change the victim's delivery.
  await submit(strict.port, own.sender, dsn)
  expect((await logs()).victim).toEqual(before.victim)
  expect(await suppressed(victim)).toBe(false)
})

test('an address counts once a day for halting, however many of its messages it reports', async () => {
  const before = await complained()
  for (let time = 0; time < 3; time += 1) {
    const delivered = await rig.delivered('often@example.com')
    await submit(strict.port, delivered.address, yahoo({ ...anonymous, sender: delivered.address }))
    expect((await rig.logOf(delivered)).complained_at).not.toBeNull()
    await rig.service.sql.query(`delete from suppressions where address = 'often@example.com'`)
  }
  expect(await complained()).toBe(before + 1)
  await rig.service.sql.query(
    `update message_logs set complained_at = complained_at - interval '25 hours' where address = 'often@example.com'`,
  )
  const later = await rig.delivered('often@example.com')
  await submit(strict.port, later.address, yahoo({ ...anonymous, sender: later.address }))
  expect(await complained()).toBe(before + 2)
})

test('complaints of one address at the same time count once', async () => {
  const before = await complained()
  const deliveries = await Promise.all(Array.from({ length: 6 }, () => rig.delivered('hasty@example.com')))
  await Promise.all(
    deliveries.map(({ address }) => submit(strict.port, address, yahoo({ ...anonymous, sender: address }))),
  )
  expect(await complained()).toBe(before + 1)
})

test('a complaint about mail of a test project leaves the count for halting to live mail', async () => {
  const before = await complained()
  const [tested, live] = [
    await rig.delivered('tester@example.com'),
    await rig.delivered('tester@example.com'),
  ]
  await rig.service.sql.query(`update message_logs set environment = 'test' where id = $1`, [
    fromTypeId('log', tested.log.id),
  ])
  for (const { address } of [tested, live]) {
    await submit(strict.port, address, yahoo({ ...anonymous, sender: address }))
    expect(await suppressed('tester@example.com')).toBe(address === live.address)
    expect(await complained()).toBe(address === live.address ? before + 1 : before)
  }
})

const anonymous: Complained = { sender: '', recipient: '', messageId: '', feedbackId: '' }
