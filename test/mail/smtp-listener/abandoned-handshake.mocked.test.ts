import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  AnsweringConnection,
  AnsweringServer,
  type ConnectionOptions,
} from '../../../server/mail/smtp-listener/server.js'
import { identity } from '../../support/mail-servers/certificates.js'

class Server extends AnsweringServer<AnsweringConnection> {
  protected override makeConnection(socket: Socket, options?: ConnectionOptions): AnsweringConnection {
    return new AnsweringConnection(this, socket, options)
  }
}

test('a client that begins TLS and then says nothing is cut after half a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { cert, key } = identity('leaf')
  const server = new Server({ cert, key, disabledCommands: ['AUTH'], disableReverseLookup: true })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  const says = async (text: string) => {
    socket.write(text)
    return (await once(socket, 'data')) as [string]
  }
  await once(socket, 'data')
  await says('EHLO peer.example\r\n')
  expect(await says('STARTTLS\r\n')).toEqual([expect.stringMatching(/^220 /)])

  let isClosed = false
  const closed = once(socket, 'close').then(() => (isClosed = true))
  socket.on('error', () => undefined)
  await vi.advanceTimersByTimeAsync(29_000)
  // The server would have cut it by the time that it answers another client.
  const another = connect(port, '127.0.0.1')
  await once(another, 'data')
  another.destroy()
  expect(isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  await closed
})
