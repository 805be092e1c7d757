import type { RelayConfig } from '../../../config/transport.js'
import type { Transport } from '../../transport.js'
import { ConnectionFailed, type Connected, type Connector, type TlsDemand } from '../connector.js'
import type { LimiterRules } from '../../../queue/adaptive-limiter.js'
import type { SmtpSessionOptions } from '../session/open.js'
import { StepFailed } from '../session/step-failed.js'
import { encrypt, whyNotTrusted } from '../session/tls.js'
import { oneDestination } from './pooled.js'
import { connectTcp, hostAndPort } from './tcp.js'

/** All live mail goes by it, so it is soon tried again: from a second on, and after a minute at the latest. */
const rules: LimiterRules = {
  start: 5,
  min: 1,
  max: 20,
  failuresToOpen: 5,
  openMs: (rests) => Math.min(60_000, 1_000 * 2 ** rests),
  throttleMs: (times) => Math.min(60_000, 5_000 * 2 ** times),
}

/** To the operator's relay, which takes all mail and passes it on. */
export function relayTransport(relay: RelayConfig, options: SmtpSessionOptions): Transport {
  return oneDestination(relayConnector(relay, options), rules, {
    ...options,
    credentials: relay.credentials,
  })
}

function relayConnector(relay: RelayConfig, { timeOuts, ca }: SmtpSessionOptions): Connector {
  const { host, port } = relay
  const address = hostAndPort(host, port)

  async function connectEncrypted(): Promise<Connected['socket']> {
    const socket = await connectTcp(host, port, timeOuts.connect)
    if (relay.tls !== 'implicit') return socket
    try {
      const encrypted = await encrypt(socket, host, { ms: timeOuts.tls, failure: 'tls', ca })
      const objection = whyNotTrusted(encrypted)
      if (objection === undefined) return encrypted
      encrypted.destroy()
      throw new ConnectionFailed('tls', 'tls', objection, address)
    } catch (error) {
      if (!(error instanceof StepFailed) || error.result.reply !== undefined) throw error
      const { step, failure, error: text } = error.result
      throw new ConnectionFailed(step, failure, text, address)
    }
  }

  return {
    connect: async () => ({ socket: await connectEncrypted(), host: address, address, tls: demandOf(relay) }),
  }
}

function demandOf({ tls, host }: RelayConfig): TlsDemand {
  if (tls === 'opportunistic') return { mode: 'opportunistic', servername: host }
  if (tls === 'required') return { mode: 'required', servername: host, verify: whyNotTrusted, failure: 'tls' }
  return { mode: 'none' }
}
