import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { Channel } from '../../../../server/product/delivery/smtp/session/channel.js'
import { extensionsOf } from '../../../../server/product/delivery/smtp/session/extensions.js'
import { Session } from '../../../../server/product/delivery/smtp/session/session.js'
import { defaultTimeOuts } from '../../../../server/product/delivery/smtp/session/time-outs.js'
import type { SmtpResult } from '../../../../server/product/delivery/smtp/result.js'
import type { OutgoingMail } from '../../../../server/product/delivery/transport.js'
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

/** A connection whose network slowly takes all at once, and which is lost in the next turn of the event loop. */
class Lost extends Duplex {
  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, taken: () => void): void {
    taken()
    if (chunk.length < 1000) {
      this.push('250 OK\r\n250 OK\r\n354 Go on\r\n')
      return
    }
    const begun = performance.now()
    while (performance.now() - begun < 20);
    setImmediate(() => this.destroy())
  }
}

async function deliverOver(socket: Duplex, more: Partial<OutgoingMail> = {}): Promise<SmtpResult> {
  const channel = new Channel(socket as unknown as Socket)
  socket.push('220 mx\r\n')
  await channel.reply('greeting', 1000)
  const offered = extensionsOf({ code: 250, texts: ['mx', 'PIPELINING'] })
  const peer = { server: { name: 'mx', address: '192.0.2.25', port: 25 }, tls: null }
  return new Session(channel, offered, { peer, host: 'mx:25', timeOuts: defaultTimeOuts }).deliver({
    ...mail,
    ...more,
  })
}

test.each([
  ['that the network does not take', new Stuck(), mail.message],
  ['of many pieces, all of which the network would take', new Lost(), Buffer.alloc(10_000_000, '.\r\n')],
])('a message %s and whose end has not left this host has not arrived', async (_, socket, message) => {
  const result = await deliverOver(socket, { message })
  expect(result).toMatchObject({ step: 'data', failure: 'cut' })
  expect(verdictOf(result).error).not.toMatch(/may have arrived/)
})
