import { readFileSync } from 'node:fs'
import type { Config } from '../../platform/config/config.js'

/**
 * Reads the certificate chain and the key that STARTTLS is offered with.
 *
 * @throws Error naming the file that cannot be read
 */
export function inboundTls(
  files: Config['inboundTls'],
): { readonly cert: Buffer; readonly key: Buffer } | undefined {
  return files && { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) }
}
