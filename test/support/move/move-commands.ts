import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { clientCommand, type Surroundings } from '../commands/client-commands.js'
import { newDataDir } from '../run/scratch-folder.js'
import type { Env } from '../service/process.js'
import { sharedApi } from '../service/shared-service.js'
import { addTenant, type Tenant } from '../workspace/tenant.js'
import type { OtherAccount } from './other-account.js'

/** The result of a kind, as --json shows it. */
export interface ShownKind {
  readonly kind: string
  readonly found?: number
  readonly brought: number
  readonly already_there: number
  readonly left_out: number
  readonly not_read: string | null
  readonly remarks: readonly { readonly item: string; readonly reason: string }[]
}

/** The command against a new workspace and a new account at another service, in each test. */
export function useMoveCommand(name: string, start: () => Promise<OtherAccount>, keys: Env) {
  const at = {} as { tenant: Tenant; env: Env; account: OtherAccount; dir: string; url: string }

  beforeEach(async () => {
    const service = await sharedApi()
    at.url = service.url
    at.tenant = await addTenant(service)
    at.account = await start()
    at.dir = newDataDir()
    at.env = {
      POSTSEAL_BASE_URL: service.url,
      POSTSEAL_API_KEY: await at.tenant.key(),
      XDG_CONFIG_HOME: newDataDir(),
      ...keys,
    }
  })
  afterEach(() => at.account.close())

  const journal = () => path.join(at.dir, 'journal.json')
  const report = () => path.join(at.dir, 'report.txt')
  const args = (more: readonly string[], fromUrl = at.account.url) => [
    ...['move', name, '--from-url', fromUrl, '--journal', journal(), '--report', report()],
    ...more,
  ]

  async function run(more: readonly string[], surroundings?: Surroundings) {
    const ended = await clientCommand(at.env, args(more), surroundings)
    const kept = [journal(), report()].filter(existsSync).map((file) => readFileSync(file, 'utf8'))
    for (const secret of [...Object.values(keys), at.env['POSTSEAL_API_KEY']])
      expect([ended.stdout, ended.stderr, ...kept].join('\n')).not.toContain(secret)
    return ended
  }
  /** Runs the command, which is to succeed, and returns the kinds that it shows. */
  async function kinds(...more: readonly string[]): Promise<Record<string, ShownKind>> {
    const ended = await run([...more, '--json'])
    expect(ended.code, ended.stderr).toBe(0)
    const shown = JSON.parse(ended.stdout) as { kinds: ShownKind[] }
    return Object.fromEntries(shown.kinds.map((each) => [each.kind, each]))
  }
  /** The reply of an operation of the service. */
  async function ask(target: string): Promise<any> {
    const headers = { Authorization: `Bearer ${at.env['POSTSEAL_API_KEY']}` }
    return (await fetch(at.url + target, { headers })).json()
  }
  const isPrivate = () => (statSync(journal()).mode & 0o077) === 0
  return { at, args, run, kinds, ask, journal, report, isPrivate }
}
