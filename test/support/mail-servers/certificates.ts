import { readFileSync } from 'node:fs'

/** The certificates of test/support/tls, made by make-mx.sh and make-self-signed.sh. */

const pem = (name: string) => readFileSync(new URL(`../tls/mx-${name}.pem`, import.meta.url), 'utf8')

/** The authority that all of them lead to, but for those that are self-signed. */
export const rootCertificate = pem('root')

/** Returns a server's key, and its certificate with the certificates above it that the server sends. */
export function identity(name: string, ...above: string[]): { readonly key: string; readonly cert: string } {
  return { key: pem(`${name}-key`), cert: [name, ...above].map(pem).join('') }
}

export { pem as certificatePem }
