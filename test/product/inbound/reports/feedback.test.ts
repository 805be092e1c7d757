import { expect, test } from 'vitest'
import { fromTypeId, newWorkspaceId } from '../../../../server/platform/db/ids.js'
import { returnPath } from '../../../../server/product/delivery/bounce/return-path.js'
import { rawMail, inbox } from '../../../support/messages/mail.js'
import { fieldOf } from '../../../support/mail/wire.js'
import { byMessageId, comcast, junkMailReport, yahoo, type Complained } from '../../../vectors/feedback.js'
import { submit } from '../../../support/mail-servers/smtp-talk.js'
import { useRig, type Delivered } from '../support.js'

const rig = useRig()
const loop = 'FBL@bounces.shop.example'

async function about(delivered: Delivered): Promise<Complained> {
  const [mail] = await inbox(rig.service.url, delivered.log.recipient)
  const raw = await rawMail(rig.service.url, mail ?? { id: '' })
  return {
    sender: delivered.address,
    recipient: delivered.log.recipient,
    messageId: fieldOf(raw, 'Message-ID') ?? '',
    feedbackId: fieldOf(raw, 'Feedback-ID') ?? '',
  }
}

const complaints = async (delivered: Delivered) => {
  const { rows } = await rig.service.sql.query<{ feedback_type: string; user_agent: string | null }>(
    `select data ->> 'feedback_type' as feedback_type, data ->> 'user_agent' as user_agent from events
     where type = 'message.complained' and data ->> 'log_id' = $1`,
    [delivered.log.id],
  )
  return rows
}

test.each([
  ['Yahoo, by the sender it names', yahoo, 'Yahoo!-Mail-Feedback/2.0'],
  ['Comcast, by the return path of the message', comcast, 'ReturnPathFBL/2.0'],
  ['a provider that names no sender, by Message-ID and recipient', byMessageId, 'SomeGenerator/1.0'],
  ["Outlook.com's own form", junkMailReport, null],
])('as it comes from %s', async (_, write, userAgent) => {
  const delivered = await rig.delivered()
  const raw = write(await about(delivered))
  expect(await submit(rig.port, loop, raw, 'fbl@provider.example')).toMatch(/^250 /)
  const log = await rig.logOf(delivered)
  expect(log.complained_at).not.toBeNull()
  expect(log.status).toBe('delivered')
  expect(await complaints(delivered)).toEqual([{ feedback_type: 'abuse', user_agent: userAgent }])

  // Once is enough.
  expect(await submit(rig.port, loop, raw, 'fbl@provider.example')).toMatch(/^250 /)
  expect(await rig.logOf(delivered)).toEqual(log)
  expect(await complaints(delivered)).toHaveLength(1)
})

test.each(['not-spam', 'auth-failure'])('"%s" is no complaint', async (type) => {
  const delivered = await rig.delivered()
  expect(await submit(rig.port, loop, yahoo(await about(delivered), type))).toMatch(/^250 /)
  expect(await rig.logOf(delivered)).toEqual(delivered.log)
})

test.each(['fraud', 'opt-out', 'Virus'])('"%s" is one', async (type) => {
  const delivered = await rig.delivered()
  await submit(rig.port, loop, yahoo(await about(delivered), type))
  expect(await complaints(delivered)).toMatchObject([{ feedback_type: type.toLowerCase() }])
})

test('a report about nothing of ours is acknowledged and changes nothing', async () => {
  const delivered = await rig.delivered()
  const real = await about(delivered)
  const others = returnPath('bounces.shop.example', new Uint8Array(32))
  const ids = { workspaceId: newWorkspaceId(), logId: fromTypeId('log', delivered.log.id) }
  const forged: string[] = [
    yahoo({ ...real, sender: others.addressOf(ids) }),
    // The recipient is not one of that message.
    byMessageId({ ...real, recipient: 'somebody@example.com' }),
    // The message is not one of that workspace.
    byMessageId({ ...real, feedbackId: real.feedbackId.replace(/ws_\w+/, 'ws_00000000000000000000000000') }),
    byMessageId({ ...real, feedbackId: '' }),
    byMessageId({ ...real, messageId: '<msg_x@shop.example>' }),
    junkMailReport({ ...real, sender: 'no-reply@shop.example' }),
    // A bounce is known by the address it goes to and by nothing else.
    yahoo(real).replace('message/feedback-report', 'message/delivery-status'),
  ]
  for (const raw of forged) expect(await submit(rig.port, loop, raw)).toMatch(/^250 /)
  expect(await rig.counted('unmatched')).toBe(forged.length)
  expect(await rig.logOf(delivered)).toEqual(delivered.log)
})
