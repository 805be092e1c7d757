import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { identity } from './certificates.js'

/** The web server from which a domain publishes its MTA-STS policy. */
export interface PolicyHost {
  readonly port: number
  /** Hosts and paths that were requested: `mta-sts.shop.example /.well-known/mta-sts.txt`. */
  readonly asked: string[]
  /** A file, or what else to do with the reply. */
  reply: string | ((response: ServerResponse) => void)
  close(): Promise<void>
}

/** @param certificate one of test/support/tls */
export async function startPolicyHost(certificate = 'leaf'): Promise<PolicyHost> {
  const asked: string[] = []
  const host: Pick<PolicyHost, 'asked' | 'reply'> = { asked, reply: '' }
  const server = createServer(identity(certificate), (request, response) => {
    asked.push(`${request.headers.host?.replace(/:\d+$/, '')} ${request.url}`)
    if (typeof host.reply === 'function') return host.reply(response)
    response.setHeader('Content-Type', 'text/plain; charset=utf-8').end(host.reply)
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(host, {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  })
}

/** A policy file (RFC 8461, section 3.2). */
export function policyFile(mode: string, mx: readonly string[], maxAge = 86_400): string {
  return [
    'version: STSv1',
    `mode: ${mode}`,
    ...mx.map((host) => `mx: ${host}`),
    `max_age: ${maxAge}`,
    '',
  ].join('\r\n')
}
