import { readFileSync } from 'node:fs'
import type { LateEntries } from '../../platform/audit/late-entries.js'
import type { KeyUses } from '../../platform/auth/key-uses.js'
import type { KeyStore } from '../../platform/auth/keys.js'
import type { BodyMemory } from '../../platform/http/body/body-memory.js'
import type { RateLimits } from '../../platform/http/rate-limit/rate-limits.js'
import type { Sending } from '../../product/messages/sending.js'
import { startSubmission, submissionMetrics } from '../../product/submission/listener.js'
import { submitter } from '../../product/submission/submit.js'
import type { RoleContext } from './context.js'

/** What submission by SMTP shares with the API. */
export interface SharedWithApi {
  readonly sending: Sending
  readonly keys: KeyStore
  readonly keyUses: KeyUses
  readonly limits: RateLimits
  readonly audit: LateEntries
  readonly bodies: BodyMemory
}

/** The ports of submission, as far as this process listens. */
export interface SubmissionPorts {
  readonly port: number | undefined
  readonly tlsPort: number | undefined
}

/**
 * Listens for programs that submit mail by SMTP, where a port is configured. It belongs to the role `api`.
 *
 * @throws Error naming the file of the TLS certificate or key that cannot be read
 */
export async function startSubmissions(
  context: RoleContext,
  shared: SharedWithApi,
): Promise<SubmissionPorts> {
  const { config, parts, registry, renderer } = context
  const { port, tlsPort, host, tls: files } = config.submission
  if (port === undefined && tlsPort === undefined) return { port, tlsPort }
  const log = context.logOf('api')
  const common = {
    submitter: submitter({ ...shared, renderer, log }),
    host,
    tls: files && { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) },
    hostname: config.hostname,
    bodies: shared.bodies,
    drainSeconds: config.delivery.drainSeconds,
    metrics: submissionMetrics(registry),
    log,
  }
  const listen = async (port: number | undefined, implicitTls: boolean) => {
    if (port === undefined) return undefined
    const listener = await startSubmission({ ...common, port, implicitTls })
    log.info(
      {
        host,
        port: listener.port,
        tls: files === undefined ? 'none' : implicitTls ? 'implicit' : 'starttls',
      },
      'submission: listening for SMTP',
    )
    parts.add(implicitTls ? 'submission over TLS' : 'submission', () => listener.close())
    return listener.port
  }
  return { port: await listen(port, false), tlsPort: await listen(tlsPort, true) }
}
