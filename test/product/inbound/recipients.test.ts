import { expect, test } from 'vitest'
import { fromTypeId, newUuid, newWorkspaceId } from '../../../server/platform/db/ids.js'
import { returnPath } from '../../../server/product/delivery/bounce/return-path.js'
import { dsnVectors } from '../../vectors/dsn.js'
import { submit, talk } from '../../support/mail-servers/smtp-talk.js'
import { useRig } from './support.js'

const rig = useRig()

/** Returns the reply to RCPT for each address, on one connection. */
async function answers(addresses: readonly string[]): Promise<(string | undefined)[]> {
  const client = await talk(rig.port)
  await client.say('EHLO peer.example')
  await client.say('MAIL FROM:<>')
  const replies: (string | undefined)[] = []
  for (const address of addresses) replies.push(await client.say(`RCPT TO:<${address}>`))
  client.end()
  return replies
}

test('mail is taken for the return path of a delivery in any case, and for the feedback address', async () => {
  const { address } = await rig.delivered()
  const taken = [address, address.toUpperCase(), 'fbl@bounces.shop.example', 'FBL@Bounces.Shop.Example']
  for (const reply of await answers(taken)) expect(reply).toMatch(/^250 /)
})

test('all other mail is refused when its recipient is named', async () => {
  const { address, log } = await rig.delivered()
  const [token = ''] = /(?<=\+)[^@]+/.exec(address) ?? []
  const altered = (at: number) => {
    const letter = token[at] === 'a' ? 'b' : 'a'
    return `b+${token.slice(0, at)}${letter}${token.slice(at + 1)}@bounces.shop.example`
  }
  const otherKey = returnPath('bounces.shop.example', new Uint8Array(32))
  const ids = { workspaceId: newWorkspaceId(), logId: fromTypeId('log', log.id) }
  const refused = [
    'postmaster@bounces.shop.example',
    'ada@bounces.shop.example',
    `b+${token}@shop.example`,
    `b+${token}@bounces.shop.example.evil.example`,
    altered(0),
    altered(30),
    altered(60),
    `b+${token}a@bounces.shop.example`,
  ]
  for (const reply of await answers(refused)) expect(reply).toMatch(/^550 5\.1\.1 /)
  // Of a delivery that is none, though the token is right; and of one with another service's key.
  for (const reply of await answers([
    rig.returnPath.addressOf({ workspaceId: newWorkspaceId(), logId: newUuid() }),
    // The log is another workspace's.
    rig.returnPath.addressOf(ids),
    otherKey.addressOf(ids),
    'postmaster',
    'fbl@shop.example',
  ]))
    expect(reply).toMatch(/^550 5\.1\.1 /)
})

test('one refused recipient does not spoil the other', async () => {
  const delivered = await rig.delivered()
  const client = await talk(rig.port)
  await client.say('EHLO peer.example')
  await client.say('MAIL FROM:<>')
  expect(await client.say('RCPT TO:<ada@bounces.shop.example>')).toMatch(/^550 /)
  expect(await client.say(`RCPT TO:<${delivered.address}>`)).toMatch(/^250 /)
  await client.say('DATA')
  const raw = dsnVectors[0]?.raw(delivered.address, delivered.log.recipient) ?? ''
  expect(await client.say(`${raw.replace(/\n/g, '\r\n')}\r\n.`)).toMatch(/^250 /)
  expect((await rig.logOf(delivered)).status).toBe('bounced')
  client.end()
})

test('a log that retention took is no longer an address', async () => {
  const delivered = await rig.delivered()
  await rig.service.sql.query('delete from message_logs where recipient = $1', [delivered.log.recipient])
  expect(await submit(rig.port, delivered.address, '')).toMatch(/^550 5\.1\.1 /)
})

test('a report that says it is about another recipient is about the one whose address it goes to', async () => {
  const [own, other] = [await rig.delivered(), await rig.delivered()]
  const raw = dsnVectors[0]?.raw(own.address, other.log.recipient) ?? ''
  await submit(rig.port, own.address, raw)
  expect((await rig.logOf(own)).status).toBe('bounced')
  expect(await rig.logOf(other)).toEqual(other.log)
})

test('reports for at most ten deliveries at once, and no relaying, logging in or verifying', async () => {
  const deliveries = await Promise.all(Array.from({ length: 11 }, () => rig.delivered()))
  const replies = await answers(deliveries.map(({ address }) => address))
  expect(replies.slice(0, 10).every((reply) => reply?.startsWith('250 '))).toBe(true)
  expect(replies[10]).toMatch(/^452 4\.5\.3 /)

  const client = await talk(rig.port)
  const hello = await client.say('EHLO peer.example')
  expect(hello).toMatch(/^250-mx\.shop\.example|250-/)
  expect(hello).not.toMatch(/AUTH|STARTTLS/)
  expect(hello).toMatch(/SIZE 41943040/)
  expect(await client.say('STARTTLS')).toBe('502 5.5.1 This port has no TLS: set POSTSEAL_INBOUND_TLS_CERT')
  expect(await client.say('AUTH PLAIN AGEAYg==')).toMatch(/^502 5\.5\.1 Nobody signs in here/)
  for (const line of ['XCLIENT NAME=x', 'WIZ']) expect(await client.say(line)).toMatch(/^5\d\d /)
  client.end()
})

test('a recipient that cannot be looked up once its message comes is to come again', async () => {
  const { address } = await rig.delivered()
  let asked = 0
  const { port } = await rig.start({
    resolve: () => {
      asked += 1
      // At RCPT, and no more.
      return asked === 1 ? Promise.resolve({ kind: 'feedback' }) : Promise.reject(new Error('no database'))
    },
  })
  const large = `Subject: x\n\n${`${'x'.repeat(98)}\n`.repeat(50_000)}`
  expect(await submit(port, address, large)).toMatch(/^451 4\.3\.0 /)
})
