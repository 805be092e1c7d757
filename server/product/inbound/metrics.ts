import { X509Certificate } from 'node:crypto'
import { Counter, Gauge, type Registry } from 'prom-client'

/**
 * The outcome of an incoming message:
 * - `bounce` and `complaint` were recorded; `known` had been recorded before;
 * - `complaint_unverified` is an unverified complaint, kept for people to see;
 * - `sign_in` is a report about a sign-in mail, which changes nothing;
 * - `status` is a report that changes nothing, such as a report of a delay;
 * - `unmatched` is a report about nothing of ours;
 * - `ignored` is not a report;
 * - `refused` was answered with 5xx, `later` with 4xx;
 * - `received` was stored for a route; `repeated` had been stored before; `dropped` is automatic mail that its route does
 *   not keep;
 * - `dmarc_report` is a DMARC report that was kept; `dmarc_known` is a DMARC report that had been kept before;
 * - `tls_report` and `tls_known` are the same of TLS reports.
 */
export type InboundKind =
  | 'bounce'
  | 'complaint'
  | 'complaint_unverified'
  | 'known'
  | 'sign_in'
  | 'status'
  | 'unmatched'
  | 'ignored'
  | 'refused'
  | 'later'
  | 'dmarc_report'
  | 'dmarc_known'
  | 'tls_report'
  | 'tls_known'
  | 'received'
  | 'repeated'
  | 'dropped'

/** Returns whether a message was a report about something we sent, with new information. */
export function isRecorded(kind: InboundKind): boolean {
  return kind === 'bounce' || kind === 'complaint' || kind === 'dmarc_report' || kind === 'tls_report'
}

/** Registers the metric of the time at which the certificate that senders see expires. */
export function certificateMetric(registry: Registry, certificate: Buffer): void {
  new Gauge({
    name: 'postseal_inbound_certificate_expires_timestamp_seconds',
    help: 'When the TLS certificate of the inbound receiver expires, as read at the start.',
    registers: [registry],
  }).set(Date.parse(new X509Certificate(certificate).validTo) / 1000)
}

export interface InboundMetrics {
  countMessage(kind: InboundKind): void
  countRefusedRecipient(): void
}

/** Registers the metrics of the inbound role. No label names a tenant. */
export function inboundMetrics(registry: Registry): InboundMetrics {
  const messages = new Counter({
    name: 'postseal_inbound_messages_total',
    help: 'Messages to routes, return paths and report addresses, by kind.',
    labelNames: ['kind'],
    registers: [registry],
  })
  const recipients = new Counter({
    name: 'postseal_inbound_refused_recipients_total',
    help: 'Recipients for which the inbound receiver accepts no mail.',
    registers: [registry],
  })
  return {
    countMessage: (kind) => messages.inc({ kind }),
    countRefusedRecipient: () => recipients.inc(),
  }
}
