import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import dnsPacket from 'dns-packet'

/** The TXT and MX records that the demo's DNS knows, by name. Every other name does not exist. */
export type Zone = Map<string, { readonly txt?: string; readonly mx?: readonly [number, string] }>

/** A DNS server on this machine, so that checks of domains work without a network. */
export interface DemoDns {
  readonly zone: Zone
  /** As `POSTSEAL_DNS_SERVERS` takes it. */
  readonly server: string
  close(): void
}

export async function startDns(): Promise<DemoDns> {
  const zone: Zone = new Map()
  const socket = createSocket('udp4')
  // A client that is gone is no reason to end.
  socket.on('error', () => undefined)
  socket.on('message', (message, { port, address }) => {
    const reply = replyTo(zone, message)
    if (reply !== undefined) socket.send(reply, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { zone, server: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}

/** @returns undefined where it is no question */
function replyTo(zone: Zone, message: Buffer): Buffer | undefined {
  try {
    const { id, questions = [] } = dnsPacket.decode(message)
    const [question] = questions
    if (question === undefined) return undefined
    const known = zone.get(question.name.toLowerCase())
    const common = { type: 'response', id, questions } as const
    // 3 is NXDOMAIN.
    if (known === undefined) return dnsPacket.encode({ ...common, flags: dnsPacket.RECURSION_AVAILABLE | 3 })
    return dnsPacket.encode({
      ...common,
      flags: dnsPacket.RECURSION_AVAILABLE,
      answers: answersOf(question.name, question.type, known),
    })
  } catch {
    return undefined
  }
}

function answersOf(name: string, type: string, { txt, mx }: NonNullable<ReturnType<Zone['get']>>) {
  if (type === 'TXT' && txt !== undefined)
    return [{ name, type: 'TXT', ttl: 60, data: txt.match(/.{1,255}/g) ?? [''] } as const]
  if (type === 'MX' && mx !== undefined)
    return [{ name, type: 'MX', ttl: 60, data: { preference: mx[0], exchange: mx[1] } } as const]
  return []
}
