import { ConfigError } from './config-error.js'
import type { Environment, TlsFiles } from './variables/environment.js'

/** Where programs submit mail by SMTP (RFC 6409); each process of the role `api` listens. */
export interface SubmissionConfig {
  /** Where TLS begins by STARTTLS (RFC 3207); undefined means that nobody listens there. */
  readonly port: number | undefined
  /** Where TLS begins with the first byte (RFC 8314, section 3.3); undefined means that nobody listens there. */
  readonly tlsPort: number | undefined
  readonly host: string
  /** Undefined means that programs of this machine alone can sign in. */
  readonly tls: TlsFiles | undefined
}

/**
 * @param inboundTls the files of the inbound receiver, which is the same host by its name
 * @throws ConfigError
 */
export function readSubmission(env: Environment, inboundTls: TlsFiles | undefined): SubmissionConfig {
  const tls = env.tlsFiles('POSTSEAL_SUBMISSION_TLS') ?? inboundTls
  const portOf = (name: string) => (env.text(name) === undefined ? undefined : env.port(name, 0))
  const tlsPort = portOf('POSTSEAL_SUBMISSION_TLS_PORT')
  if (tlsPort !== undefined && tls === undefined) {
    throw new ConfigError(
      'POSTSEAL_SUBMISSION_TLS_PORT needs a certificate: set POSTSEAL_SUBMISSION_TLS_CERT and POSTSEAL_SUBMISSION_TLS_KEY.',
    )
  }
  return {
    port: portOf('POSTSEAL_SUBMISSION_PORT'),
    tlsPort,
    host: env.text('POSTSEAL_SUBMISSION_HOST') ?? (tls === undefined ? '127.0.0.1' : '::'),
    tls,
  }
}
