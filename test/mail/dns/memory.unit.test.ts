import { expect, test } from 'vitest'
import { answerMemory } from '../../../server/mail/dns/memory.js'
import { DnsFailure } from '../../../server/mail/dns/resolver.js'
import { liveBytes } from '../../support/service/live-heap.js'

test('an answer or a failure that is remembered keeps no header that its name was cut out of', async () => {
  const memory = answerMemory()
  const before = liveBytes()
  for (let order = 0; order < 500; order += 1) {
    const header = `${'x'.repeat(100_000)}s=selector-of-a-signature-${order};`
    const name = `${header.slice(100_002, -1)}._domainkey.shop.example`
    const look = () => Promise.resolve({ answer: { exists: false, records: [], secure: false }, ttl: 60 })
    await memory.ask(`TXT ${name}`, look)
    const fail = () => Promise.reject(new DnsFailure(header.slice(100_002), 'ETIMEOUT'))
    await memory.ask(`MX ${name}`, fail).catch(() => undefined)
  }
  expect(liveBytes() - before).toBeLessThan(10_000_000)
})
