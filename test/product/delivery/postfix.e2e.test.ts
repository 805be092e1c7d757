import { createHash, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificatePem } from '../../support/mail-servers/certificates.js'
import { startDns, type TestDns } from '../../support/domains/dns.js'
import { send, untilLog, type Log } from '../../support/messages/mail.js'
import {
  postfixDomain,
  startPostfix,
  whyNoPostfix,
  type Postfix,
} from '../../support/mail-servers/postfix.js'
import { heldPort } from '../../support/network/ports.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { until } from '../../support/time/until.js'

const missing = whyNoPostfix()
if (missing !== undefined) process.stderr.write(`Delivery to Postfix is left out of the tests: ${missing}.\n`)

const host = 'mx1.shop.example'

describe.skipIf(missing !== undefined)('Postfix', () => {
  let postfix: Postfix
  let dns: TestDns
  let inboundPort: number
  beforeAll(async () => {
    inboundPort = await heldPort()
    postfix = await startPostfix({ 'bounces.sender.example': inboundPort })
    const { raw } = new X509Certificate(certificatePem('root'))
    const data = createHash('sha256').update(raw).digest()
    dns = await startDns({
      [postfixDomain]: { MX: [[10, host]] },
      [host]: { A: ['127.0.0.1'], authentic: true },
      // The authority of its certificate, which Postfix is not told to send: all of it stands here.
      [`_${postfix.port}._tcp.${host}`]: {
        TLSA: [
          { usage: 2, selector: 0, matchingType: 0, data: raw },
          { usage: 2, selector: 0, matchingType: 1, data },
        ],
        authentic: true,
      },
    })
  })
  afterAll(async () => {
    await postfix.stop()
    await dns.close()
  })

  describe.each(['relay', 'MX'] as const)('as %s', (role) => {
    let service: TestService
    beforeAll(async () => {
      service = await startTestService({
        env: {
          POSTSEAL_ALLOW_HTTP: 'true',
          POSTSEAL_TRANSPORT:
            role === 'MX' ? 'mx' : `smtp://127.0.0.1:${postfix.port}?starttls=opportunistic`,
          POSTSEAL_HOSTNAME: 'mail.sender.example',
          POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.sender.example',
          POSTSEAL_INBOUND_HOST: '127.0.0.1',
          POSTSEAL_INBOUND_PORT: String(inboundPort),
          POSTSEAL_REQUIRE_VERIFIED_DOMAINS: 'false',
          POSTSEAL_DNS_SERVERS: dns.server,
          POSTSEAL_ALLOWED_MX_CIDRS: '127.0.0.1',
        },
        delivery: { mxPort: postfix.port },
      })
    })
    afterAll(() => service.stop())

    /** Sends to a user of Postfix, and waits for what comes of it. */
    async function attempt(user: string, status: Log['status'], text = 'It works.'): Promise<Log> {
      const message = await send(service, `${user}@${postfixDomain}`, { text })
      return untilLog(service, message, (log) => log.status === status, `"${status}" from Postfix`)
    }

    test.each(['anna', 'andré'])('mail to %s is in the mailbox, and went over TLS', async (user) => {
      const text = `A line\n.with a dot, as ${role}\n.\n`
      const log = await attempt(user, 'delivered', text)
      expect(log.attempts[0]?.reply).toMatchObject({ code: 250, enhanced_code: '2.0.0' })
      expect(log.attempts[0]?.reply?.host).toBe(`${role === 'MX' ? host : '127.0.0.1'}:${postfix.port}`)
      const mail = await until(
        () => postfix.mailbox(user).find((one) => one.includes(`<${log.message_id}@shop.example>`)),
        'the mail in the mailbox',
      )
      expect(mail).toContain(`\n${text}`)
      expect(mail).toMatch(/from mail\.sender\.example .*\n\s+\(using TLSv1\.3 /)
      expect(mail).toMatch(/^Return-Path: <b\+.+@bounces\.sender\.example>/)
    })

    test('mail to somebody who is not there bounces', async () => {
      const log = await attempt('nobody', 'bounced')
      expect(log.attempts).toMatchObject([{ reply: { code: 550, enhanced_code: '5.1.1' } }])
    })

    test('mail that is to come back later waits', async () => {
      const log = await attempt('grey', 'deferred')
      expect(log.attempts).toMatchObject([{ reply: { code: 450, enhanced_code: '4.7.1' } }])
    })

    test('mail that it takes and cannot keep bounces when its notification comes', async () => {
      const log = await attempt('full', 'bounced')
      expect(log.attempts).toMatchObject([
        { outcome: 'delivered', reply: { code: 250 } },
        { outcome: 'bounced', via: 'dsn', class: 'mailbox_full', reply: { enhanced_code: '5.2.2' } },
      ])
    })
  })
})
