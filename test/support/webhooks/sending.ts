import { newUuid, toTypeId } from '../../../server/platform/db/ids.js'
import { openResolver } from '../../../server/mail/dns/open-resolver.js'
import { addressGuard } from '../../../server/mail/network/address-guard.js'
import { webhookSender } from '../../../server/product/webhooks/send/sender.js'
import type {
  OutgoingWebhook,
  SendResult,
  WebhookSender,
} from '../../../server/product/webhooks/send/webhook.js'
import { startDns, type TestDns, type Zone } from '../domains/dns.js'

/** A sender of webhooks with a DNS of its own. */
export interface Sending {
  readonly dns: TestDns
  readonly sender: WebhookSender
  /** Sends something, with what is told otherwise. */
  readonly send: (url: string, changes?: Partial<OutgoingWebhook>) => Promise<SendResult>
  close(): Promise<void>
}

export interface SendingOptions {
  readonly zone?: Zone
  /** Ranges besides the public internet; this machine's loopback where it is not said. */
  readonly allowed?: readonly string[]
  readonly timeoutSeconds?: number
  readonly connections?: number
  readonly ca?: string
  readonly isOwnReceiver?: (url: string) => boolean
}

export const testSecrets = ['whsec_newest', 'whsec_older']

export async function startSending(options: SendingOptions = {}): Promise<Sending> {
  const {
    zone,
    allowed = ['127.0.0.0/8'],
    timeoutSeconds = 15,
    connections = 100,
    ca,
    isOwnReceiver = () => false,
  } = options
  const dns = await startDns(zone)
  const sender = webhookSender({
    resolver: openResolver([dns.server]),
    guard: addressGuard(allowed),
    timeoutSeconds,
    connections,
    isOwnReceiver,
    ...(ca !== undefined && { ca }),
  })
  return {
    dns,
    sender,
    send: (url, changes) =>
      sender.send({
        url,
        deliveryId: newUuid(),
        eventId: toTypeId('evt', newUuid()),
        body: Buffer.from('{"type":"webhook.test"}'),
        secrets: testSecrets,
        ...changes,
      }),
    close: async () => {
      await sender.close()
      await dns.close()
    },
  }
}
