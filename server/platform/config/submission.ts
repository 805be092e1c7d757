import { ConfigError } from './config-error.js'
import type { Environment, TlsFiles } from './variables/environment.js'

/** The listeners to which programs submit mail by SMTP (RFC 6409). Each process of the role `api` has them. */
export interface SubmissionConfig {
  /** Port on which TLS begins by STARTTLS (RFC 3207); undefined means that nobody listens. */
  readonly port: number | undefined
  /** Port on which TLS begins with the first byte (RFC 8314, section 3.3); undefined means that nobody listens. */
  readonly tlsPort: number | undefined
  readonly host: string
  /** The certificate chain and its key; undefined means that only programs of this machine can sign in. */
  readonly tls: TlsFiles | undefined
}

/**
 * Reads the listeners' settings.
 *
 * @param inboundTls the files of the inbound receiver, whose host has the same name
 * @throws ConfigError if a value is invalid
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
