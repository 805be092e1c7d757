import { createSocket, type RemoteInfo } from 'node:dgram'
import { createServer, type Socket } from 'node:net'
import dnsPacket, { type Answer, type DecodedPacket, type Packet, type RecordType } from 'dns-packet'
import type { TlsaRecord } from '../../../server/mail/dns/resolver.js'
import { listenOnBoth } from '../network/ports.js'

/**
 * A test's answers for a name in the DNS. A name that is not in the zone does not exist, unless there is something
 * below it.
 */
interface Name {
  A?: readonly string[]
  AAAA?: readonly string[]
  /** Preference and exchange; `.` takes no mail. */
  MX?: readonly (readonly [number, string])[]
  /** A record, in one string or several. */
  TXT?: readonly (string | readonly string[])[]
  TLSA?: readonly TlsaRecord[]
  PTR?: readonly string[]
  /** Answers for every type, with what is there for the other name. */
  CNAME?: string
  /** The failure of all queries for the name, or of those for some types. `silent`: no answer at all. */
  fails?: Failure | Partial<Record<RecordType, Failure>>
  /** Says that the answer is proved by DNSSEC. */
  authentic?: boolean
  /** Answers in full over TCP only, whatever the size. */
  truncated?: boolean
  /** Seconds; 60 where it is not said. */
  ttl?: number
}

type Failure = 'SERVFAIL' | 'NXDOMAIN' | 'REFUSED' | 'NOTIMP' | 'silent'

/** By name, in lower case and without the last dot. A test may change it at any time. */
export type Zone = Record<string, Name>

export interface TestDns {
  /** As POSTSEAL_DNS_SERVERS takes it. */
  readonly server: string
  readonly zone: Zone
  /** The questions as they came: `MX shop.example`, and `MX shop.example TCP`. */
  readonly asked: string[]
  /** Datagrams to send ahead of an answer, to play somebody who forges them. */
  forge: (reply: Packet) => readonly Packet[]
  close(): Promise<void>
}

const codes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const
/** Largest reply over UDP that a client without EDNS takes, in bytes (RFC 1035, section 2.3.4). */
const smallest = 512

/** A DNS server over UDP and TCP on this machine, which answers what its zone says and nothing else. */
export async function startDns(zone: Zone = {}): Promise<TestDns> {
  const asked: string[] = []
  const dns: Pick<TestDns, 'zone' | 'asked' | 'forge'> = { zone, asked, forge: () => [] }
  const connections = new Set<Socket>()
  const tcp = createServer((socket) => {
    connections.add(socket)
    let received = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('close', () => connections.delete(socket))
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      while (received.length > 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const query = dnsPacket.streamDecode(received) as DecodedPacket
        received = received.subarray(2 + received.readUInt16BE(0))
        const reply = replyTo(query, ' TCP')
        if (reply !== undefined) socket.write(dnsPacket.streamEncode(reply))
      }
    })
  })

  function replyTo(query: DecodedPacket, over: string): Packet | undefined {
    const [question] = query.questions ?? []
    if (question === undefined) return undefined
    asked.push(`${question.type} ${question.name}${over}`)
    const answer = answerOf(dns.zone, question.name.toLowerCase(), question.type)
    if (answer === 'silent') return undefined
    const authentic = answer.authentic ? dnsPacket.AUTHENTIC_DATA : 0
    return {
      type: 'response',
      id: query.id,
      flags: dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | authentic | codes[answer.code],
      questions: query.questions,
      answers: answer.records,
    }
  }

  const { port, udp } = await listenOnBoth(tcp, () => createSocket('udp4'))
  udp.on('message', (bytes, from: RemoteInfo) => {
    const query = dnsPacket.decode(bytes)
    const reply = replyTo(query, '')
    if (reply === undefined) return
    const send = (packet: Packet) => udp.send(dnsPacket.encode(packet), from.port, from.address)
    dns.forge(reply).forEach(send)
    const edns = query.additionals?.find((record) => record.type === 'OPT')
    const max = Math.max(smallest, edns?.udpPayloadSize ?? 0)
    const name = query.questions?.[0]?.name.toLowerCase() ?? ''
    const fits = dnsPacket.encodingLength(reply) <= max && dns.zone[name]?.truncated !== true
    send(fits ? reply : { ...reply, flags: (reply.flags ?? 0) | dnsPacket.TRUNCATED_RESPONSE, answers: [] })
  })

  return Object.assign(dns, {
    server: `127.0.0.1:${port}`,
    close: async () => {
      for (const socket of connections) socket.destroy()
      await Promise.all([
        new Promise((closed) => tcp.close(closed)),
        new Promise<void>((closed) => udp.close(closed)),
      ])
    },
  })
}

interface Answered {
  readonly code: keyof typeof codes
  readonly records: Answer[]
  readonly authentic: boolean
}

function answerOf(zone: Zone, name: string, type: RecordType): Answered | 'silent' {
  const entry = zone[name]
  const failure = typeof entry?.fails === 'string' ? entry.fails : entry?.fails?.[type]
  if (failure === 'silent') return 'silent'
  const authentic = entry?.authentic === true
  if (failure !== undefined) return { code: failure, records: [], authentic }
  if (entry === undefined) {
    const exists = Object.keys(zone).some((other) => other.endsWith(`.${name}`))
    return { code: exists ? 'NOERROR' : 'NXDOMAIN', records: [], authentic }
  }
  if (entry.CNAME === undefined) return { code: 'NOERROR', records: recordsOf(entry, name, type), authentic }
  const alias: Answer = { type: 'CNAME', name, ttl: entry.ttl ?? 60, data: entry.CNAME }
  if (type === 'CNAME') return { code: 'NOERROR', records: [alias], authentic }
  const target = answerOf(zone, entry.CNAME, type)
  if (target === 'silent') return 'silent'
  return { ...target, records: [alias, ...target.records], authentic: authentic && target.authentic }
}

function recordsOf(entry: Name, name: string, type: RecordType): Answer[] {
  const common = { name, ttl: entry.ttl ?? 60 }
  switch (type) {
    case 'A':
    case 'AAAA':
      return (entry[type] ?? []).map((data) => ({ ...common, type, data }))
    case 'MX':
      return (entry.MX ?? []).map(([preference, exchange]) => ({
        ...common,
        type,
        data: { preference, exchange },
      }))
    case 'TXT':
      return (entry.TXT ?? []).map((data) => ({ ...common, type, data: [data].flat() }))
    case 'PTR':
      return (entry.PTR ?? []).map((data) => ({ ...common, type, data }))
    case 'TLSA':
      return (entry.TLSA ?? []).map(({ data, ...tlsa }) => ({
        ...common,
        type,
        data: { ...tlsa, certificate: data },
      }))
    default:
      return []
  }
}
