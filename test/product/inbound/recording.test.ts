import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/platform/db/connection/database.js'
import { fromTypeId, newUuid, toTypeId, type Uuid } from '../../../server/platform/db/ids.js'
import { findTotals } from '../../../server/platform/statistics/totals.js'
import { campaignFigures, insertCampaign } from '../../support/campaigns/campaign-rows.js'
import { dsnVectors } from '../../vectors/dsn.js'
import { yahoo } from '../../vectors/feedback.js'
import { submit, talk } from '../../support/mail-servers/smtp-talk.js'
import { useRig, type Delivered } from './support.js'

const rig = useRig()

const dsnOf = ({ address, log }: Delivered): string => dsnVectors[0]?.raw(address, log.recipient) ?? ''

/** Puts the delivery back as it was before its outcome was recorded. */
async function requeue({ log, message }: Delivered, status: string, held: boolean): Promise<void> {
  const { sql } = rig.service
  const ids = [fromTypeId('ws', rig.service.credentials.workspace_id), fromTypeId('log', log.id)]
  await sql.query(
    'update message_logs set status = $3, delivered_at = null where workspace_id = $1 and id = $2',
    [...ids, status],
  )
  await sql.query(
    `insert into delivery_queue (workspace_id, log_id, message_id, due_at, lease, destination)
     values ($1, $2, $3, now() + interval '1 hour', $4, 'example.com')`,
    [...ids, fromTypeId('msg', message.id), held ? ids[0] : null],
  )
}

const queued = async ({ log }: Delivered) => {
  const { rows } = await rig.service.sql.query('select from delivery_queue where log_id = $1', [
    fromTypeId('log', log.id),
  ])
  return rows.length
}

const settled = async () => {
  const { rows } = await rig.service.sql.query<{ settled: string }>(
    'select coalesce(sum(settled), 0) as settled from sending_totals',
  )
  return Number(rows[0]?.settled)
}

test('a report that comes before its delivery is recorded has to come again', async () => {
  const delivered = await rig.delivered()
  await requeue(delivered, 'queued', true)
  expect(await submit(rig.port, delivered.address, dsnOf(delivered))).toMatch(/^451 4\.3\.2 /)
  expect((await rig.logOf(delivered)).status).toBe('queued')
  await rig.service.sql.query('delete from delivery_queue')
  await rig.service.sql.query(`update message_logs set status = 'delivered' where status = 'queued'`)
  expect(await submit(rig.port, delivered.address, dsnOf(delivered))).toMatch(/^250 /)
  expect((await rig.logOf(delivered)).status).toBe('bounced')
})

test('one that is to be sent again, since nobody knew whether it had arrived, is not', async () => {
  const delivered = await rig.delivered()
  await requeue(delivered, 'deferred', false)
  const before = await settled()
  expect(await submit(rig.port, delivered.address, dsnOf(delivered))).toMatch(/^250 /)
  expect(await rig.logOf(delivered)).toMatchObject({ status: 'bounced', next_attempt_at: null })
  expect(await queued(delivered)).toBe(0)
  expect(await settled()).toBe(before + 1)
})

test('copies that come at the same time are recorded once', async () => {
  const delivered = await rig.delivered()
  const replies = await Promise.all(
    [1, 2, 3, 4, 5].map(() => submit(rig.port, delivered.address, dsnOf(delivered))),
  )
  expect(replies.every((reply) => reply?.startsWith('250 '))).toBe(true)
  expect((await rig.logOf(delivered)).attempts).toHaveLength(2)
})

test('a complaint about what bounced is noted, and a bounce of what was complained about as well', async () => {
  const delivered = await rig.delivered()
  const complaint = yahoo({
    sender: delivered.address,
    recipient: delivered.log.recipient,
    messageId: '',
    feedbackId: '',
  })
  await submit(rig.port, delivered.address, complaint, 'fbl@provider.example')
  await submit(rig.port, delivered.address, dsnOf(delivered))
  const log = await rig.logOf(delivered)
  expect(log.status).toBe('bounced')
  expect(log.complained_at).not.toBeNull()
})

test('what comes back of a campaign’s mail counts in it, once, and its events name it', async () => {
  const { sql, credentials } = rig.service
  const delivered = await rig.delivered()
  const workspaceId = fromTypeId('ws', credentials.workspace_id)
  const [logId, messageId] = [fromTypeId('log', delivered.log.id), fromTypeId('msg', delivered.message.id)]
  const { rows } = await sql.query<{ project_id: Uuid }>(
    'select project_id from message_logs where id = $1',
    [logId],
  )
  const campaign = await insertCampaign(sql, workspaceId, rows[0]?.project_id as Uuid)
  await sql.query('update message_logs set campaign_id = $2 where id = $1', [logId, campaign])
  await sql.query('update messages set campaign_id = $2 where id = $1', [messageId, campaign])
  const complaint = yahoo({
    sender: delivered.address,
    recipient: delivered.log.recipient,
    messageId: '',
    feedbackId: '',
  })
  for (let time = 0; time < 2; time++) {
    await submit(rig.port, delivered.address, complaint, 'fbl@provider.example')
    await submit(rig.port, delivered.address, dsnOf(delivered))
  }
  expect(await campaignFigures(sql, campaign)).toEqual({
    delivered: 0,
    bounced: 1,
    failed: 0,
    complained: 1,
    unsubscribed: 0,
  })
  const events = await sql.query<{ type: string; campaign: string }>(
    `select type, data ->> 'campaign_id' as campaign from events
     where data ->> 'log_id' = $1 and type in ('message.bounced', 'message.complained') order by type`,
    [delivered.log.id],
  )
  expect(events.rows).toEqual(
    ['message.bounced', 'message.complained'].map((type) => ({ type, campaign: toTypeId('cmp', campaign) })),
  )
})

test('what comes back late counts for the domain of the sender, beside the delivery', async () => {
  const { db, credentials } = rig.service
  const visibility = {
    workspaceId: fromTypeId('ws', credentials.workspace_id),
    projectId: null,
    environment: null,
  }
  const totals = async () => (await findTotals(db, 'sender', ['shop.example'], visibility)).of('shop.example')
  const before = await totals()
  const { address, log } = await rig.delivered()
  const complaint = yahoo({ sender: address, recipient: log.recipient, messageId: '', feedbackId: '' })
  await submit(rig.port, address, complaint, 'fbl@provider.example')
  await submit(rig.port, address, dsnVectors[0]?.raw(address, log.recipient) ?? '')
  expect(await totals()).toMatchObject({
    accepted: before.accepted + 1,
    delivered: before.delivered + 1,
    bounced: before.bounced + 1,
    complained: before.complained + 1,
  })
})

test('a bounce and a complaint of an automation’s mail name it', async () => {
  const { sql } = rig.service
  const delivered = await rig.delivered()
  const automation = newUuid()
  await sql.query('update message_logs set automation_id = $2 where id = $1', [
    fromTypeId('log', delivered.log.id),
    automation,
  ])
  const [sender, recipient] = [delivered.address, delivered.log.recipient]
  const complaint = yahoo({ sender, recipient, messageId: '', feedbackId: '' })
  await submit(rig.port, sender, complaint, 'fbl@provider.example')
  await submit(rig.port, sender, dsnOf(delivered))
  const { rows } = await sql.query<{ type: string; automation: string }>(
    `select type, data ->> 'automation_id' as automation from events
     where data ->> 'log_id' = $1 and type in ('message.bounced', 'message.complained') order by type`,
    [delivered.log.id],
  )
  const named = toTypeId('aut', automation)
  expect(rows).toEqual(['message.bounced', 'message.complained'].map((type) => ({ type, automation: named })))
})

test('without the database nothing is taken, and nothing is lost', async () => {
  const delivered = await rig.delivered()
  const database = await openDatabase(rig.service.config)
  const { port } = await rig.start({ db: database.db })
  const client = await talk(port)
  expect(await client.begin('', delivered.address)).toMatch(/^354 /)
  await database.close()
  expect(await client.say(`${dsnOf(delivered).replace(/\n/g, '\r\n')}\r\n.`)).toMatch(/^451 4\.3\.0 /)
  expect(await client.begin('', delivered.address)).toMatch(/^503 /)
  await client.say('MAIL FROM:<>')
  expect(await client.say(`RCPT TO:<${delivered.address}>`)).toMatch(/^451 4\.3\.0 /)
  // Who guesses is told the same as ever: that needs no database.
  expect(await client.say('RCPT TO:<ada@bounces.shop.example>')).toMatch(/^550 5\.1\.1 /)
  client.end()
  expect(await rig.logOf(delivered)).toEqual(delivered.log)
  expect(await submit(rig.port, delivered.address, dsnOf(delivered))).toMatch(/^250 /)
})

test('a stopping receiver records what is under way and sends the others away', async () => {
  const delivered = await rig.delivered()
  const inbound = await rig.start()
  const [busy, idle] = [await talk(inbound.port), await talk(inbound.port)]
  await idle.say('EHLO peer.example')
  expect(await busy.begin('', delivered.address)).toMatch(/^354 /)
  const closed = inbound.close()
  expect(await busy.say(`${dsnOf(delivered).replace(/\n/g, '\r\n')}\r\n.`)).toMatch(/^250 /)
  expect(await idle.reply()).toMatch(/^421 /)
  await closed
  expect((await rig.logOf(delivered)).status).toBe('bounced')
})

test('a port that is taken is the error of the start', async () => {
  await expect(rig.start({ port: rig.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
