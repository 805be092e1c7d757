import { readFileSync } from 'node:fs'
import { defaultDelivery } from '../../../../server/platform/config/defaults.js'
import type { RelayConfig } from '../../../../server/platform/config/transport.js'
import { judgeDelivery, scopeOf } from '../../../../server/product/delivery/policy.js'
import type { SmtpResult } from '../../../../server/product/delivery/smtp/result.js'
import { defaultTimeOuts, type TimeOuts } from '../../../../server/product/delivery/smtp/session/time-outs.js'
import { relayTransport } from '../../../../server/product/delivery/smtp/transports/configured.js'
import type { OutgoingMail, Transport } from '../../../../server/product/delivery/transport.js'
import {
  startScriptedServer,
  type Script,
  type ScriptedServer,
} from '../../../support/mail-servers/scripted-smtp.js'

/** Attempts to deliver to servers that follow a script, without a database. */

export const testCa = readFileSync(`${import.meta.dirname}/../../../support/tls/ca.pem`, 'utf8')

export const mail: OutgoingMail = {
  destination: 'example.com',
  from: 'b+1@bounces.shop.example',
  to: 'ada@example.com',
  message: Buffer.from('Subject: Hello\r\n\r\nHi\r\n'),
}

export type Relay = Partial<Pick<RelayConfig, 'host' | 'tls' | 'credentials'>>

/** A transport to a server on this machine; what it takes long about is named with its limit. */
export function transportTo(port: number, relay: Relay = {}, timeOuts: Partial<TimeOuts> = {}): Transport {
  const config: RelayConfig = {
    kind: 'relay',
    host: '127.0.0.1',
    port,
    tls: 'opportunistic',
    credentials: undefined,
    ...relay,
  }
  return relayTransport(config, {
    hostname: 'sender.test',
    timeOuts: { ...defaultTimeOuts, ...timeOuts },
    ca: testCa,
  })
}

export interface Attempted {
  readonly result: SmtpResult
  readonly server: ScriptedServer
}

/** One attempt against a server that is there for it alone. */
export async function attempt(
  script: Script,
  message: Partial<OutgoingMail> = {},
  relay: Relay = {},
  timeOuts: Partial<TimeOuts> = {},
): Promise<Attempted> {
  const server = await startScriptedServer(script)
  const transport = transportTo(server.port, relay, timeOuts)
  try {
    return { result: await transport.send({ ...mail, ...message }), server }
  } finally {
    await transport.close()
    await server.close()
  }
}

/** Returns the verdict on a delivery with that result at its first attempt. */
export function verdictOf(result: SmtpResult) {
  const verdict = judgeDelivery({ result, attempts: 0, triedForSeconds: 0 }, defaultDelivery)
  return { ...verdict, scope: scopeOf(result), isTriedAgain: 'afterSeconds' in verdict }
}
