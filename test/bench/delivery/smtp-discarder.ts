/** Reads the input of one connection as far as is needed to answer the client. */
export interface Discarder {
  /** Takes what came and says what to reply, which can be nothing. */
  take(chunk: Buffer): string
}

export interface Seen {
  /** A transaction begins. */
  began(): void
  /** Its data is there: whether a signature stands on its top, and the RCPT command that was last. */
  ended(signed: boolean, recipient: string): void
  /** The client leaves. */
  left(): void
  /** The client wants TLS once the reply is written (RFC 3207). It is offered where this is here. */
  startTls?(): void
}

const endOfData = Buffer.from('\r\n.\r\n')
const signature = 'DKIM-Signature:'

/** The least of an SMTP server (RFC 5321, PIPELINING: RFC 2920) that throws away what it gets. */
export function discarder(seen: Seen): Discarder {
  let inData = false
  let signed = false
  let recipient = ''
  /** In data, the end of what came before; else the beginning of a command. */
  let rest: Buffer = Buffer.alloc(0)

  function takeData(chunk: Buffer): Buffer | undefined {
    // The end may lie across two chunks; so few bytes are joined, and not the chunks.
    const kept = rest.length
    const seam = Buffer.concat([rest, chunk.subarray(0, endOfData.length - 1)])
    const across = seam.indexOf(endOfData)
    const end = across >= 0 ? across - kept : chunk.indexOf(endOfData)
    if (end < 0 && across < 0) {
      const tail = chunk.length < endOfData.length ? seam : chunk
      rest = tail.subarray(Math.max(0, tail.length - endOfData.length + 1))
      return undefined
    }
    rest = Buffer.alloc(0)
    inData = false
    seen.ended(signed, recipient)
    return chunk.subarray(end + endOfData.length)
  }

  function reply(command: string): string {
    const verb = command.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') {
      const tls = seen.startTls ? '250-STARTTLS\r\n' : ''
      return `250-discard.example\r\n250-PIPELINING\r\n${tls}250 8BITMIME\r\n`
    }
    if (command.toUpperCase() === 'STARTTLS' && seen.startTls) {
      seen.startTls()
      return '220 2.0.0 Go ahead\r\n'
    }
    if (verb === 'MAIL') seen.began()
    if (verb === 'RCPT') recipient = command
    if (verb === 'QUIT') {
      seen.left()
      return '221 2.0.0 Bye\r\n'
    }
    return ['MAIL', 'RCPT', 'RSET', 'NOOP', 'HELO'].includes(verb)
      ? '250 2.0.0 OK\r\n'
      : '502 5.5.1 What?\r\n'
  }

  function beginData(): string {
    inData = true
    // The dot ends empty data too, whose line end is that of the command.
    rest = Buffer.from('\r\n')
    return '354 Go ahead\r\n'
  }

  return {
    take: (chunk) => {
      let replies = ''
      let left: Buffer | undefined = chunk
      while (left !== undefined && left.length > 0) {
        if (inData) {
          if (rest.length === 2) signed = left.toString('latin1', 0, signature.length) === signature
          left = takeData(left)
          if (left !== undefined) replies += '250 2.0.0 Discarded\r\n'
          continue
        }
        const all: Buffer = rest.length === 0 ? left : Buffer.concat([rest, left])
        const end = all.indexOf('\r\n')
        if (end < 0) {
          rest = all
          break
        }
        rest = Buffer.alloc(0)
        left = all.subarray(end + 2)
        const command = all.toString('latin1', 0, end)
        replies += command.toUpperCase() === 'DATA' ? beginData() : reply(command)
      }
      return replies
    },
  }
}
