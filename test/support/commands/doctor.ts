import { chmodSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import type { Result } from '../../../server/operate/cli/doctor/check.js'
import { command, commandEnv } from './cli.js'
import { startDns, type TestDns, type Zone } from '../domains/dns.js'
import type { Env } from '../service/process.js'
import { startScriptedServer, type ScriptedServer } from '../mail-servers/scripted-smtp.js'
import { startTestService, type TestService } from '../service/service.js'

/** A service with everything around it as it should be, for the doctor to look at. */
export interface Patient {
  readonly service: TestService
  readonly dns: TestDns
  /** A mail server of somebody else. */
  readonly mx: ScriptedServer
  /** Its variables. */
  readonly right: Env
  /** Has the DNS say what is right again. */
  heal(): void
  /** Runs the doctor with these variables in place of the right ones and returns its results. */
  find(changes?: Env, mxHosts?: string[]): Promise<{ code: number | null; results: Result[] }>
  /** Runs the doctor and returns the result of one check. */
  found(check: string, changes?: Env, mxHosts?: string[]): Promise<Result | undefined>
  close(): Promise<void>
}

export const hostname = 'mail.shop.example'

const rightZone = (): Zone => ({
  [hostname]: { A: ['11.22.33.44'] },
  'bounces.shop.example': { MX: [[10, hostname]], TXT: [`v=spf1 a:${hostname} -all`] },
  '44.33.22.11.in-addr.arpa': { PTR: [hostname] },
})

/** A file of test/support/tls. */
export const tlsFile = (name: string) => path.join(import.meta.dirname, '../tls', name)

export async function startPatient(): Promise<Patient> {
  const env = { POSTSEAL_ROLES: 'api,inbound', POSTSEAL_HOSTNAME: hostname }
  const [service, dns, mx] = await Promise.all([startTestService({ env }), startDns(), startScriptedServer()])
  chmodSync(service.dataDir, 0o700)
  const right = {
    ...commandEnv(service),
    PORT: new URL(service.url).port,
    POSTSEAL_PUBLIC_URL: service.url,
    POSTSEAL_ALLOW_HTTP: 'true',
    POSTSEAL_TRANSPORT: 'mx',
    POSTSEAL_HOSTNAME: hostname,
    POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.shop.example',
    POSTSEAL_DNS_SERVERS: dns.server,
    POSTSEAL_INBOUND_HOST: '127.0.0.1',
    POSTSEAL_INBOUND_PORT: String(service.inboundPort),
    POSTSEAL_INBOUND_TLS_CERT: tlsFile('mx-leaf.pem'),
    POSTSEAL_INBOUND_TLS_KEY: tlsFile('mx-leaf-key.pem'),
  }

  async function find(changes: Env = {}, mxHosts = [`127.0.0.1:${mx.port}`]) {
    const all = { ...right, ...changes }
    const { code, stdout, stderr } = await command(all, 'doctor', '--json', '--mx-host', ...mxHosts)
    expect(stderr).toBe('')
    return { code, results: JSON.parse(stdout) as Result[] }
  }

  return {
    service,
    dns,
    mx,
    right,
    heal: () => {
      for (const name of Object.keys(dns.zone)) delete dns.zone[name]
      Object.assign(dns.zone, rightZone())
    },
    find,
    found: async (check, changes, mxHosts) => {
      const { code, results } = await find(changes, mxHosts)
      const result = results.find((one) => one.check === check)
      if (result?.status === 'failed') expect(code).toBe(1)
      return result
    },
    close: async () => {
      await Promise.all([service.stop(), dns.close(), mx.close()])
    },
  }
}
