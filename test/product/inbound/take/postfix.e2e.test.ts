import { fileURLToPath } from 'node:url'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { inboundCalls } from '../../../support/inbound/inbound-calls.js'
import { patientClient } from '../../../support/time/patiently.js'
import { heldPort } from '../../../support/network/ports.js'
import { startPostfix, whyNoPostfix, type Postfix } from '../../../support/mail-servers/postfix.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { until } from '../../../support/time/until.js'

const missing = whyNoPostfix()
if (missing !== undefined)
  process.stderr.write(`Inbound mail from Postfix is left out of the tests: ${missing}.\n`)

const certificate = (name: string) =>
  fileURLToPath(new URL(`../../../support/tls/mx-leaf${name}.pem`, import.meta.url))

describe.skipIf(missing !== undefined)('Postfix', () => {
  const domain = 'in.shop.example'
  let postfix: Postfix
  let service: TestService
  beforeAll(async () => {
    const port = await heldPort()
    const env = {
      POSTSEAL_ROLES: 'api,inbound',
      POSTSEAL_INBOUND_PORT: String(port),
      POSTSEAL_INBOUND_TLS_CERT: certificate(''),
      POSTSEAL_INBOUND_TLS_KEY: certificate('-key'),
    }
    ;[postfix, service] = await Promise.all([startPostfix({ [domain]: port }), startTestService({ env })])
  })
  afterAll(() => Promise.all([postfix.stop(), service.stop()]))

  test('brings a mail to each of its recipients once, to those that had to wait as well', async () => {
    const calls = await inboundCalls(service)
    const local = ['andr\u00e9', 'team+*', 'strict']
    for (const name of local)
      await calls.route({ recipient: `${name}@${domain}`, require_dmarc: name === 'strict' })
    // More of them wait than are refused otherwise before a connection ends.
    const to = ['andr\u00e9', ...Array.from({ length: 110 }, (_, index) => `team+${index}`), 'strict'].map(
      (name) => `${name}@${domain}`,
    )
    const header = {
      From: 'J\u00fcrgen <j\u00fcrgen@example.com>',
      To: `andr\u00e9@${domain}`,
      Subject: 'Gr\u00fc\u00dfe \u{1f389}',
      'Message-ID': '<1@example.com>',
      Date: 'Wed, 14 Jan 2026 09:30:00 +0000',
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Transfer-Encoding': '8bit',
    }
    const fields = Object.entries(header).map(([name, value]) => `${name}: ${value}\r\n`)
    const raw = `${fields.join('')}\r\n.\r\n..\u65e5\u672c\r\n`
    const client = createTransport({
      ...patientClient,
      host: '127.0.0.1',
      port: postfix.port,
      ignoreTLS: true,
    })
    await client.sendMail({ envelope: { from: 'j\u00fcrgen@example.com', to }, raw })

    const recipients = async () => (await calls.messages()).flatMap(({ envelope }) => envelope.to)
    await until(async () => (await recipients()).length >= to.length, 'the mail for all')
    expect((await recipients()).sort()).toEqual([...to].sort())
    const [message] = await calls.messages()
    expect(message).toMatchObject({ subject: header.Subject, envelope: { from: 'j\u00fcrgen@example.com' } })
    const { text } = await call(service.url, 'GET', `/v1/inbound/messages/${message?.id}/raw`, {
      key: calls.session,
    })
    // Behind what Postfix has written of itself.
    expect(text).toMatch(/^Received: /)
    expect(text.slice(text.indexOf('From: J'))).toBe(raw)
    expect(postfix.log()).toMatch(/TLS connection established to 127\.0\.0\.1/)
    expect(postfix.log()).not.toMatch(/status=bounced/)
  })
})
