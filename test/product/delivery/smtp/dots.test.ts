import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldPort } from '../../../support/network/ports.js'
import { startSmtpServer, type TestSmtpServer } from '../../../support/mail-servers/smtp.js'
import { mail, transportTo } from './attempts.js'
import type { Transport } from '../../../../server/product/delivery/transport.js'
import { runs } from '../../../support/run/sampled.js'

let server: TestSmtpServer
let transport: Transport
beforeAll(async () => {
  const port = await heldPort()
  server = await startSmtpServer(port)
  transport = transportTo(port)
})
afterAll(async () => {
  await transport.close()
  await server.close()
})

const line = fc.oneof(
  fc.constantFrom('', '.', '..', '. ', '.x', 'x.', '...'),
  fc.stringMatching(/^[ -~]{0,80}$/),
)
const body = fc.array(line, { maxLength: 40 }).map((lines) => lines.map((each) => `${each}\r\n`).join(''))

test('a message arrives as it is, dots and all', async () => {
  await fc.assert(
    fc.asyncProperty(body, async (text) => {
      const message = Buffer.from(`Subject: x\r\n\r\n${text}`)
      expect(await transport.send({ ...mail, message })).toMatchObject({ step: 'end', reply: { code: 250 } })
      expect(server.received.at(-1)?.raw.toString()).toBe(message.toString())
    }),
    { numRuns: runs(150) },
  )
})

test.each([1_000_000, 3_000_000])('a message of %i bytes arrives as it is', async (size) => {
  const lines = Array.from({ length: size / 50 }, (_, index) =>
    `${'.'.repeat(index % 3)}${index}`.padEnd(48, 'x'),
  )
  const message = Buffer.from(`Subject: x\r\n\r\n${lines.join('\r\n')}\r\n`)
  expect(await transport.send({ ...mail, message })).toMatchObject({ step: 'end', reply: { code: 250 } })
  expect(server.received.at(-1)?.raw.equals(message)).toBe(true)
})
