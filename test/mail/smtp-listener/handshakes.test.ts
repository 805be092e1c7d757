import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import {
  AnsweringConnection,
  AnsweringServer,
  maxHandshakes,
  type ConnectionOptions,
} from '../../../server/mail/smtp-listener/server.js'
import { identity } from '../../support/mail-servers/certificates.js'

class Server extends AnsweringServer<AnsweringConnection> {
  protected override makeConnection(socket: Socket, options?: ConnectionOptions): AnsweringConnection {
    return new AnsweringConnection(this, socket, options)
  }
}

test('sockets that never begin TLS keep nobody out: the oldest of too many goes first', async () => {
  const server = new Server({ ...identity('leaf'), secure: true, disableReverseLookup: true })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => server.close())
  const { port } = server.server.address() as AddressInfo
  const open = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  const oldest = await open()
  const closed = once(oldest.resume(), 'close')
  for (let at = 1; at < maxHandshakes; at += 1) await open()
  const client = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }).setEncoding('latin1')
  onTestFinished(() => void client.destroy())
  expect(await once(client, 'data')).toEqual([expect.stringMatching(/^220 /)])
  await closed
})
