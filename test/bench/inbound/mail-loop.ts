import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'

/**
 * A process that sends mail over some sessions at once, each mail when the one before was answered. It does as little
 * as it can, so that the server is what is measured.
 */

export interface SendMails {
  readonly port: number
  readonly sessions: number
  readonly mails: number
  /** The size of each, in bytes. */
  readonly bytes: number
  /** The recipients, taken in turns. */
  readonly recipients: readonly string[]
}

export interface SentMails {
  /** From the first MAIL command to the last reply, in milliseconds. */
  readonly elapsed: number
}

/** Reads the replies of a server. */
class Replies {
  #text = ''
  #wake: () => void = () => undefined
  readonly #socket: Socket

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('latin1').on('data', (text: string) => {
      this.#text += text
      this.#wake()
    })
  }

  /** @throws Error where the next reply has another code, or the connection ends */
  async expect(code: number): Promise<void> {
    for (;;) {
      const [whole = '', last = ''] = /^(?:\d{3}-.*\r\n)*(\d{3}) .*\r\n/.exec(this.#text) ?? []
      if (whole !== '') {
        this.#text = this.#text.slice(whole.length)
        if (Number(last) !== code) throw new Error(`expected ${code}: ${whole}`)
        return
      }
      if (this.#socket.readyState === 'closed') throw new Error('the server has closed the connection')
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}

/**
 * Each session has an address of its own, and each mail a sender of its own: so no limit is met that is for one of
 * these.
 */
async function session(
  number: number,
  { port, bytes, mails, sessions, recipients }: SendMails,
): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${number + 1}`, noDelay: true })
  await once(socket, 'connect')
  const replies = new Replies(socket)
  await replies.expect(220)
  socket.write('EHLO bench.example\r\n')
  await replies.expect(250)
  for (let mail = number; mail < mails; mail += sessions) {
    const id = `${process.hrtime.bigint()}-${mail}`
    const sender = `person-${id}@sender.example`
    const recipient = recipients[mail % recipients.length] ?? ''
    socket.write(`MAIL FROM:<${sender}>\r\nRCPT TO:<${recipient}>\r\nDATA\r\n`)
    await replies.expect(250)
    await replies.expect(250)
    await replies.expect(354)
    socket.write(messageOf(id, sender, recipient, bytes))
    await replies.expect(250)
  }
  socket.end('QUIT\r\n')
}

const line = 'Thank you for the receipt. I have a question about the second item on it.\r\n'

/** An answer in plain text and HTML; a large one has an attachment. */
function messageOf(id: string, sender: string, recipient: string, bytes: number): string {
  const head =
    `Message-ID: <${id}@sender.example>\r\nFrom: Person <${sender}>\r\nTo: ${recipient}\r\n` +
    'Subject: Re: Your receipt\r\nDate: Wed, 14 Jan 2026 09:30:00 +0000\r\nMIME-Version: 1.0\r\n'
  const fits = (text: string, around: number) =>
    Math.max(1, Math.floor((bytes - head.length - around) / text.length))
  if (bytes > 1_000_000) {
    const encoded = `${Buffer.alloc(57, id).toString('base64')}\r\n`
    return (
      `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n${line}--b\r\n` +
      'Content-Type: application/pdf; name=scan.pdf\r\nContent-Disposition: attachment; filename=scan.pdf\r\n' +
      `Content-Transfer-Encoding: base64\r\n\r\n${encoded.repeat(fits(encoded, 400))}--b--\r\n.\r\n`
    )
  }
  const html = `<p>${line.trim()}</p>\r\n`
  const half = fits(line + html, 250)
  return (
    `${head}Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n` +
    `${line.repeat(half)}--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html.repeat(half)}--b--\r\n.\r\n`
  )
}

process.on('message', (work: SendMails) => {
  const begun = performance.now()
  void Promise.all(Array.from({ length: work.sessions }, (_, number) => session(number, work))).then(() =>
    process.send?.({ elapsed: performance.now() - begun }),
  )
})
process.once('disconnect', () => process.exit(0))
process.send?.({ elapsed: 0 })
