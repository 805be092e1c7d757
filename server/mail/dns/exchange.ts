import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { isIPv6, connect } from 'node:net'
import dnsPacket, { type DecodedPacket, type RecordType } from 'dns-packet'
import type { DnsServer } from './servers.js'
import { withTimeout } from '../../../base/time/with-timeout.js'

/** A reply with the code that the library's types leave out. */
export type DnsReply = DecodedPacket & { readonly rcode: string }

/**
 * Sends one query to one server (RFC 1035), with DNSSEC requested (RFC 4035, section 3.2.1): over UDP, and over TCP
 * if the answer does not fit. Node's own look-ups show neither TLSA records nor whether an answer is authenticated.
 *
 * @param ms milliseconds that the answer may take
 * @throws Error if no answer to this query comes in that time
 */
export async function exchange(
  server: DnsServer,
  name: string,
  type: RecordType,
  ms: number,
): Promise<DnsReply> {
  const id = randomInt(65_536)
  const query = {
    type: 'query',
    id,
    flags: dnsPacket.RECURSION_DESIRED | dnsPacket.AUTHENTIC_DATA,
    questions: [{ type, name }],
    // RFC 6891, with the size that passes every network in one piece (DNS flag day 2020).
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: 1232,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: dnsPacket.DNSSEC_OK,
        flag_do: true,
        options: [],
      },
    ],
  } satisfies dnsPacket.Packet
  const answers = (reply: DnsReply) => {
    const [question] = reply.questions ?? []
    return (
      reply.type === 'response' &&
      reply.id === id &&
      reply.questions?.length === 1 &&
      question?.type === type &&
      question.name.toLowerCase() === name.toLowerCase()
    )
  }
  const reply = await overUdp(server, dnsPacket.encode(query), answers, ms)
  return reply.flag_tc ? overTcp(server, dnsPacket.streamEncode(query), answers, ms) : reply
}

function overUdp(
  server: DnsServer,
  query: Buffer,
  answers: (reply: DnsReply) => boolean,
  ms: number,
): Promise<DnsReply> {
  const socket = createSocket(isIPv6(server.address) ? 'udp6' : 'udp4')
  const reply = new Promise<DnsReply>((resolve, reject) => {
    socket.on('error', reject)
    // A packet that does not answer this question may be forged: the real answer can still come.
    socket.on('message', (bytes) => {
      const reply = decoded(() => dnsPacket.decode(bytes))
      if (reply !== undefined && answers(reply)) resolve(reply)
    })
    // The socket is connected, so that the system takes datagrams of this server only, from a port that is new with
    // each query.
    socket.connect(server.port, server.address, () => socket.send(query))
  })
  return withTimeout(reply, ms, timedOut).finally(() => socket.close())
}

function overTcp(
  server: DnsServer,
  query: Buffer,
  answers: (reply: DnsReply) => boolean,
  ms: number,
): Promise<DnsReply> {
  const socket = connect({ host: server.address, port: server.port })
  const reply = new Promise<DnsReply>((resolve, reject) => {
    let received = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('end', () => reject(new Error('EOF')))
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      // The length of two octets keeps it below 64 KiB.
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return
      const reply = decoded(() => dnsPacket.streamDecode(received))
      if (reply !== undefined && answers(reply)) resolve(reply)
      else reject(new Error('EBADRESP'))
    })
    socket.write(query)
  })
  return withTimeout(reply, ms, timedOut).finally(() => socket.destroy())
}

const timedOut = () => new Error('ETIMEOUT')

function decoded(decode: () => dnsPacket.Packet): DnsReply | undefined {
  try {
    return decode() as DnsReply
  } catch {
    return undefined
  }
}
