import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { sealer } from '../../../../server/platform/auth/sealed.js'
import {
  PoolRelays,
  RelayOfPool,
  sealedRelayPlace,
} from '../../../../server/product/delivery/sources/pool-relays.js'
import type { SmtpResult } from '../../../../server/product/delivery/smtp/result.js'
import type { OutgoingMail, Transport } from '../../../../server/product/delivery/transport.js'
import { patiently } from '../../../support/time/patiently.js'

const key = sealer(randomBytes(32))
const mail: OutgoingMail = {
  destination: 'shop.example',
  from: '',
  to: 'ada@shop.example',
  message: Buffer.of(),
}
const taken: SmtpResult = {
  step: 'end',
  reply: { code: 250, enhanced_code: null, text: 'OK', host: 'relay' },
}

/** A transport with room for two, whose sends end when the test says so. */
function fakeTransport() {
  const ends: (() => void)[] = []
  const state = { closed: 0 }
  const transport: Transport = {
    capacity: () => ({ byDefault: 2, proven: new Map(), total: 2 - ends.length }),
    send: () => new Promise((resolve) => ends.push(() => resolve(taken))),
    connections: () => ({ open: 0, idle: 0 }),
    stopped: () => 0,
    close: () => {
      state.closed += 1
      return Promise.resolve()
    },
  }
  return { transport, ends, state }
}

const set = (url: string) => ({ pool: 'bulk', sealed: key.seal(Buffer.from(url), sealedRelayPlace('bulk')) })

function relays() {
  const opened: (ReturnType<typeof fakeTransport> & { host: string })[] = []
  const all = new PoolRelays({
    sealer: key,
    transportTo: ({ host }) => {
      const fake = { ...fakeTransport(), host }
      opened.push(fake)
      return fake.transport
    },
    log: pino({ level: 'silent' }),
  })
  return { all, opened }
}

function expectRelay(found: ReturnType<PoolRelays['of']>): RelayOfPool {
  if (found instanceof RelayOfPool) return found
  throw new Error(`no relay: ${found}`)
}

test('a relay takes no more than it has room for, with what is still composed', () => {
  const { all } = relays()
  const relay = expectRelay(all.of('bulk', [set('smtp://one.example')]))
  expect([relay.enter(), relay.enter(), relay.enter()]).toEqual([true, true, false])
  relay.leave()
  expect(relay.enter()).toBe(true)
})

test('a changed relay ends what it sends, and is closed then; one that stays keeps its connections', async () => {
  const { all, opened } = relays()
  const one = set('smtp://one.example')
  const before = expectRelay(all.of('bulk', [one]))
  before.enter()
  const sending = before.send(mail)
  expect(all.of('bulk', [one])).toBe(before)
  const after = expectRelay(all.of('bulk', [set('smtp://two.example')]))
  expect(after).not.toBe(before)
  expect(opened.map(({ host, state }) => [host, state.closed])).toEqual([
    ['one.example', 0],
    ['two.example', 0],
  ])
  opened[0]?.ends[0]?.()
  expect(await sending).toBe(taken)
  before.leave()
  await vi.waitFor(() => expect(opened.map(({ state }) => state.closed)).toEqual([1, 0]), patiently)
})

test('the end of a process cuts what a relay still sends', async () => {
  const { all, opened } = relays()
  const relay = expectRelay(all.of('bulk', [set('smtp://one.example')]))
  relay.enter()
  void relay.send(mail)
  await all.close()
  expect(opened[0]?.state.closed).toBe(1)
})

test('a pool whose relay was sealed with another secret has none that mail may pass by', () => {
  const { all } = relays()
  const other = sealer(randomBytes(32)).seal(Buffer.from('smtp://one.example'), sealedRelayPlace('bulk'))
  expect(all.of('bulk', [{ pool: 'bulk', sealed: other }])).toBe('unreadable')
  expect(all.of('other', [])).toBe(undefined)
})
