import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { identity } from '../../support/mail-servers/certificates.js'
import { startDns, type Zone } from '../../support/domains/dns.js'
import { heldPort } from '../../support/network/ports.js'
import { discarder } from '../delivery/smtp-discarder.js'
import { exchangeOf, exchanges, orderOf, sourceAddresses } from './exchanges.js'

/**
 * A process with the mail exchanges of all providers and the DNS that names them. They throw the mail away, and count
 * it by the numbers of its recipients.
 */

export interface Ask {
  /** Counts anew, and expects the mails from 0 up to this number. Absent: only says what has come. */
  readonly expect?: number
}

export interface Taken {
  readonly port: number
  /** As POSTSEAL_DNS_SERVERS takes it. */
  readonly dnsServer: string
  readonly mails: number
  readonly unsigned: number
  /** Number of expected mails that have not come, and of mails that came once more. */
  readonly missing: number
  readonly again: number
  /** In the order of {@link exchanges}. */
  readonly providers: readonly ProviderCount[]
}

export interface ProviderCount {
  mails: number
  bytes: number
  /** Number of connections that were opened, and the most that were open at once. */
  connections: number
  atOnce: number
  /** The most mails on one connection. */
  onOne: number
  encrypted: number
}

const starttls = process.argv[2] === 'tls'
const secureContext = createSecureContext(identity('leaf'))
const port = await heldPort()
const open = exchanges.map(() => 0)
let providers: ProviderCount[] = []
let seen = new Uint8Array(0)
let mails = 0
let unsigned = 0
let again = 0
count(0)

function count(expected: number): void {
  seen = new Uint8Array(expected)
  mails = unsigned = again = 0
  providers = open.map((atOnce) => ({ mails: 0, bytes: 0, connections: 0, atOnce, onOne: 0, encrypted: 0 }))
}

function greet(socket: Socket, index: number): void {
  open[index] = (open[index] ?? 0) + 1
  const own = providers[index] as ProviderCount
  own.connections += 1
  own.atOnce = Math.max(own.atOnce, open[index])
  socket.on('close', () => {
    open[index] = (open[index] ?? 0) - 1
  })
  converse(socket, index, starttls)
  socket.write(`220 ${exchanges[index]?.host} ESMTP\r\n`)
}

function converse(socket: Socket, index: number, offersTls: boolean): void {
  let onThis = 0
  let upgrades = false
  const incoming = discarder({
    began: () => undefined,
    ended: (signed, recipient) => {
      const own = providers[index] as ProviderCount
      onThis += 1
      own.onOne = Math.max(own.onOne, onThis)
      own.mails += 1
      if (!offersTls && starttls) own.encrypted += 1
      mails += 1
      if (!signed) unsigned += 1
      const order = orderOf(recipient)
      if (exchangeOf(order) !== exchanges[index]) throw new Error(`${recipient} came to a wrong provider`)
      if (seen[order] === 1) again += 1
      seen[order] = 1
    },
    left: () => socket.end(),
    ...(offersTls && { startTls: () => (upgrades = true) }),
  })
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  socket.on('data', (chunk: Buffer) => {
    ;(providers[index] as ProviderCount).bytes += chunk.length
    const reply = incoming.take(chunk)
    if (reply !== '') socket.write(reply)
    if (!upgrades) return
    socket.removeAllListeners('data')
    converse(new TLSSocket(socket, { isServer: true, secureContext }), index, false)
  })
}

const zone: Zone = {}
for (const { domain, host, address } of exchanges) {
  zone[domain] = { MX: [[10, host]], ttl: 3600 }
  zone[host] = { A: [address], ttl: 3600 }
}
for (const address of sourceAddresses) {
  const name = `mta${address.split('.').at(-1)}.sender.example`
  zone[name] = { A: [address] }
  zone[`${address.split('.').toReversed().join('.')}.in-addr.arpa`] = { PTR: [name] }
}
const dns = await startDns(zone)
for (const [index, { address }] of exchanges.entries()) {
  const server = createServer((socket) => greet(socket, index))
  await once(server.listen(port, address), 'listening')
}

function answer(): void {
  const said: Taken = {
    port,
    dnsServer: dns.server,
    mails,
    unsigned,
    missing: seen.length - (mails - again),
    again,
    providers,
  }
  process.send?.(said)
}

process.on('message', ({ expect }: Ask) => {
  if (expect !== undefined) count(expect)
  answer()
})
process.once('disconnect', () => process.exit(0))
answer()
