import { expect, test, vi } from 'vitest'
import { DnsFailure, type Answer } from '../../../../server/mail/dns/resolver.js'
import { AliasWatch } from '../../../../server/product/delivery/bounce/alias-watch.js'
import { patiently } from '../../../support/time/patiently.js'

const target = 'bounce.postseal.example'
const name = 'bounces.shop.example'
const there: Answer<string> = { records: ['Bounce.Postseal.Example.'], exists: true }
const gone: Answer<string> = { records: [], exists: false }

/** A watch whose time and DNS are the test's. */
function watching() {
  let now = 0
  const cname = vi.fn((_name: string) => Promise.resolve(there))
  const lost = vi.fn()
  const watch = new AliasWatch({ cname }, target, () => now)
  return { cname, lost, watch, leads: () => watch.leads(name, lost), pass: (ms: number) => (now += ms) }
}

test('a name in use is asked for once a second, however much mail there is', async () => {
  const { cname, leads, pass } = watching()
  expect(await Promise.all(Array.from({ length: 50 }, leads))).toEqual(Array.from({ length: 50 }, () => true))
  pass(999)
  expect(await leads()).toBe(true)
  expect(cname).toHaveBeenCalledTimes(1)
  pass(1)
  await Promise.all([leads(), leads()])
  expect(cname).toHaveBeenCalledTimes(2)
})

test.each<[string, () => Promise<Answer<string>>]>([
  ['is gone', () => Promise.resolve(gone)],
  ['leads elsewhere', () => Promise.resolve({ records: ['bounces.esp.example'], exists: true })],
  ['fails', () => Promise.reject(new DnsFailure(`CNAME ${name}`, 'ESERVFAIL'))],
])(
  'a name that %s is lost within the second, and asked for beside the mail with growing pauses',
  async (_, answer) => {
    const { cname, lost, leads, pass } = watching()
    await leads()
    cname.mockImplementation(answer)
    pass(1000)
    expect(await Promise.all([leads(), leads()])).toEqual([false, false])
    expect([cname.mock.calls.length, lost.mock.calls.length]).toEqual([2, 1])
    for (const pause of [1000, 2000, 4000, 8000, 10_000, 10_000]) {
      const before = cname.mock.calls.length
      pass(pause - 1)
      expect(await leads()).toBe(false)
      expect(cname).toHaveBeenCalledTimes(before)
      pass(1)
      expect(await leads()).toBe(false)
      expect(cname).toHaveBeenCalledTimes(before + 1)
      // The question of just now ends.
      await new Promise((resolve) => setImmediate(resolve))
    }
    cname.mockImplementation(() => Promise.resolve(there))
    pass(10_000)
    expect(await leads()).toBe(false)
    await vi.waitFor(async () => expect(await leads()).toBe(true), patiently)
  },
)

test('mail waits a second for the DNS, and not at all afterwards', async () => {
  vi.useFakeTimers()
  try {
    const { cname, lost, leads } = watching()
    cname.mockImplementation(() => new Promise(() => undefined))
    const waiting = [leads(), leads()]
    await vi.advanceTimersByTimeAsync(1000)
    expect(await Promise.all(waiting)).toEqual([false, false])
    expect(await leads()).toBe(false)
    expect([cname.mock.calls.length, lost.mock.calls.length]).toEqual([1, 1])
  } finally {
    vi.useRealTimers()
  }
})

test('a name that a server has refused is left alone for ten minutes, whatever the DNS says', async () => {
  const { leads, watch, pass } = watching()
  expect(await leads()).toBe(true)
  watch.refuse(name)
  pass(599_999)
  expect(await leads()).toBe(false)
  pass(1)
  expect(await leads()).toBe(true)
})
