import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { identity, rootCertificate } from '../../support/mail-servers/certificates.js'
import { dsnVectors } from '../../vectors/dsn.js'
import { patientClient } from '../../support/time/patiently.js'
import { talk } from '../../support/mail-servers/smtp-talk.js'
import { useRig } from './support.js'

const rig = useRig()
const { cert, key } = identity('leaf')
const tls = { cert: Buffer.from(cert), key: Buffer.from(key) }
const trust = { ca: rootCertificate, servername: 'mx1.shop.example' }

test('with a certificate reports come encrypted', async () => {
  const delivered = await rig.delivered()
  const { port } = await rig.start({ tls })
  const transport = createTransport({
    ...patientClient,
    host: '127.0.0.1',
    port,
    requireTLS: true,
    tls: trust,
  })
  const raw = dsnVectors[0]?.raw(delivered.address, delivered.log.recipient) ?? ''
  const sent = await transport.sendMail({ envelope: { from: '', to: delivered.address }, raw })
  expect(sent.response).toMatch(/^250 /)
  expect((await rig.logOf(delivered)).status).toBe('bounced')
})

test('what was slipped in before the handshake is not read after it', async () => {
  const { address } = await rig.delivered()
  const { port } = await rig.start({ tls })
  const client = await talk(port)
  expect(await client.say('EHLO peer.example')).toMatch(/STARTTLS/)
  client.write(`STARTTLS\r\nEHLO slipped.example\r\nMAIL FROM:<>\r\nRCPT TO:<${address}>\r\n`)
  expect(await client.reply()).toMatch(/^220 /)
  client.socket.removeAllListeners('data')
  const secure = connect({ socket: client.socket, ...trust })
  await once(secure, 'secureConnect')
  secure.write('DATA\r\n')
  const [reply] = (await once(secure, 'data')) as [Buffer]
  // It does not even know who is talking.
  expect(String(reply)).toMatch(/^503 .*HELO/)
  secure.destroy()
})

test('a client that closes its side after the message gets its reply', async () => {
  const delivered = await rig.delivered()
  const { port } = await rig.start({ tls })
  const client = await talk(port)
  await client.say('EHLO peer.example')
  await client.say('STARTTLS')
  client.socket.removeAllListeners('data')
  const secure = connect({ socket: client.socket, ...trust })
  await once(secure, 'secureConnect')
  const dsn = dsnVectors[0]?.raw(delivered.address, delivered.log.recipient).replace(/\n/g, '\r\n') ?? ''
  let replies = ''
  secure.on('data', (chunk: Buffer) => (replies += String(chunk)))
  secure.end(
    `EHLO peer.example\r\nMAIL FROM:<>\r\nRCPT TO:<${delivered.address}>\r\nDATA\r\n${dsn}\r\n.\r\nQUIT\r\n`,
  )
  await once(secure, 'end')
  expect(replies).toMatch(/\r\n354 .*\r\n250 2\.0\.0 Thank you\r\n221 .*\r\n$/)
  secure.destroy()
})

test('a client that speaks over TLS keeps its place', async () => {
  const { port } = await rig.start({ tls, limits: { connections: 1, pressedIdleMs: 500 } })
  const client = await talk(port)
  await client.say('EHLO peer.example')
  await client.say('STARTTLS')
  client.socket.removeAllListeners('data')
  const secure = connect({ socket: client.socket, ...trust })
  await once(secure, 'secureConnect')
  onTestFinished(() => void secure.destroy())
  // It is older than the limit by then, and has just spoken.
  for (let times = 0; times < 14; times += 1) {
    await sleep(50)
    secure.write('NOOP\r\n')
    await once(secure, 'data')
  }
  expect((await talk(port)).greeting).toMatch(/^421 4\.3\.2 /)
})
