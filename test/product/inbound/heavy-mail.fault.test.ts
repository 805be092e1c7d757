import { expect, test } from 'vitest'
import { serviceEnv, startProcess } from '../../support/service/process.js'
import { maxHoldMs, watchEventLoop } from '../../support/time/watch-event-loop.js'
import { heavyMails } from './heavy-mails.js'
import { submitBytes } from '../../support/mail-servers/smtp-talk.js'

const mebibyte = 1024 * 1024
/** The mails that took the service's own process longest while it read them, and archives. */
const chosen = ['line feeds', 'a report', 'a gzip archive of a report', 'a zip archive of many files']
/** Two at once. */
const senders = ['a@evil.example', 'b@evil.example']

test('a large mail that nobody vouches for is read in another process, and answered', async () => {
  const env = await serviceEnv({
    // Senders are authenticated, by a DNS that gives no answer.
    POSTSEAL_HOSTNAME: 'mx.shop.example',
    POSTSEAL_ALLOW_HTTP: 'true',
    POSTSEAL_TRANSPORT: 'smtp://127.0.0.1:9',
    POSTSEAL_DNS_SERVERS: '127.0.0.1:9',
    POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.shop.example',
  })
  const service = await startProcess(env)
  const port = Number(env['POSTSEAL_INBOUND_PORT'])
  const eventLoop = watchEventLoop(service)
  for (const name of chosen) {
    const raw = heavyMails[name]?.(24 * mebibyte) ?? Buffer.alloc(0)
    for (const to of ['dmarc@bounces.shop.example', 'fbl@bounces.shop.example'])
      for (const reply of await Promise.all(senders.map((from) => submitBytes(port, to, raw, from))))
        expect([name, to, reply]).toEqual([name, to, expect.stringMatching(/^(?:451|550) /)])
  }
  // Read in the service's own process, the first took 2.7 s.
  expect(await eventLoop.stop()).toBeLessThan(maxHoldMs)
  expect((await service.stop()).code).toBe(0)
})
