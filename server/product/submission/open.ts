import { readFileSync } from 'node:fs'
import type { BodyMemory } from '../../platform/http/body/body-memory.js'
import type { ServiceContext } from '../../platform/service/context.js'
import { startSubmission, submissionMetrics } from './listener.js'
import { submitter, type SubmitterDependencies } from './submit.js'

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
  context: ServiceContext,
  needs: Omit<SubmitterDependencies, 'log'> & { readonly bodies: BodyMemory },
): Promise<SubmissionPorts> {
  const { config, parts, registry } = context
  const { port, tlsPort, host, tls: files } = config.submission
  if (port === undefined && tlsPort === undefined) return { port, tlsPort }
  const log = context.logOf('api')
  const common = {
    submitter: submitter({ ...needs, log }),
    host,
    tls: files && { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) },
    hostname: config.hostname,
    bodies: needs.bodies,
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
