import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { Channel } from '../../../../server/product/delivery/smtp/session/channel.js'
import { extensionsOf } from '../../../../server/product/delivery/smtp/session/extensions.js'
import { Session } from '../../../../server/product/delivery/smtp/session/session.js'
import { defaultTimeOuts } from '../../../../server/product/delivery/smtp/session/time-outs.js'
import { mail, verdictOf } from './attempts.js'

/** A connection whose network takes the commands, and nothing more from the message on. */
class Stuck extends Duplex {
  #pending: ((error: Error) => void) | undefined

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, taken: (error?: Error) => void): void {
    if (chunk.includes('Subject:')) {
      // It hangs for a while, then the connection is lost.
      this.#pending = taken
      setImmediate(() => this.destroy())
      return
    }
    taken()
    this.push('250 OK\r\n250 OK\r\n354 Go on\r\n')
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#pending?.(new Error('ECANCELED'))
    done(error)
  }
}

test('a message whose end has not left this host has not arrived', async () => {
  const socket = new Stuck()
  const channel = new Channel(socket as unknown as Socket)
  socket.push('220 mx\r\n')
  await channel.reply('greeting', 1000)
  const offered = extensionsOf({ code: 250, texts: ['mx', 'PIPELINING'] })
  const peer = { server: { name: 'mx', address: '192.0.2.25', port: 25 }, tls: null }
  const result = await new Session(channel, offered, peer, 'mx:25', defaultTimeOuts).deliver(mail)
  expect(result).toMatchObject({ step: 'data', failure: 'cut' })
  expect(verdictOf(result).error).not.toMatch(/may have arrived/)
})
