import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { newUuid } from '../../../../server/platform/db/ids.js'
import { digestOf, type NewMail } from '../../../../server/product/inbound/take/new-mail.js'

/** By what a message that is sent again is known. */

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const mail = {
  route: { id: newUuid() },
  sender: 'ada@example.com',
  recipients: ['a@shop.example', 'b@shop.example'],
  sha256: sha256('Subject: Hello'),
} as unknown as NewMail
const digest = (changes: object = {}) => digestOf({ ...mail, ...changes }).toString('hex')

test('a server may name the recipients in another order when it tries again', () => {
  expect(digest({ recipients: [...mail.recipients].reverse() })).toBe(digest())
})

test.each([
  // The address may have another route by then, whose messages are others.
  ['route', { route: { id: newUuid() } }],
  ['sender', { sender: 'bob@example.com' }],
  ['recipients', { recipients: ['a@shop.example'] }],
  ['content', { sha256: sha256('Subject: Hello!') }],
])('another %s makes it another message', (_, changes) => {
  expect(digest(changes)).not.toBe(digest())
})
