import { Counter, type Registry } from 'prom-client'

/**
 * What became of a message that came in. `bounce` and `complaint` are recorded, `known` was before. `status` is a report
 * that changes nothing, as of a delay; `unmatched` is about nothing of ours; `ignored` is no report; `refused` was
 * answered with 5xx, `later` with 4xx. `dmarc_report` is a DMARC report that was kept, `dmarc_known` one that was before.
 */
export type InboundKind =
  | 'bounce'
  | 'complaint'
  | 'known'
  | 'status'
  | 'unmatched'
  | 'ignored'
  | 'refused'
  | 'later'
  | 'dmarc_report'
  | 'dmarc_known'

export interface InboundMetrics {
  countMessage(kind: InboundKind): void
  countRefusedRecipient(): void
}

/** What the inbound role does. No label names a tenant. */
export function inboundMetrics(registry: Registry): InboundMetrics {
  const messages = new Counter({
    name: 'postseal_inbound_messages_total',
    help: 'Messages to our return paths and feedback address, by what they were.',
    labelNames: ['kind'],
    registers: [registry],
  })
  const recipients = new Counter({
    name: 'postseal_inbound_refused_recipients_total',
    help: 'Recipients that the inbound receiver takes no mail for.',
    registers: [registry],
  })
  return {
    countMessage: (kind) => messages.inc({ kind }),
    countRefusedRecipient: () => recipients.inc(),
  }
}
