import { expect, test } from 'vitest'
import { newWorkspaceId } from '../../../server/platform/db/ids.js'
import { WorkspaceHosts, type WorkspaceHost } from '../../../server/platform/db/workspace-hosts.js'
import { DnsFailure, type Resolver } from '../../../server/mail/dns/resolver.js'
import { linkBase, linkBaseOf, serviceHosts } from '../../../server/platform/http/connection/public-url.js'
import { hostAfter } from '../../../server/product/domains/hosts/lifecycle.js'
import { checkHost } from '../../../server/product/domains/hosts/check.js'

const host = 'links.shop.example'
const service = 'mail.postseal.example'

interface Zone {
  readonly aliases?: Readonly<Record<string, string>>
  readonly addresses?: Readonly<Record<string, readonly string[]>>
}

function checked({ aliases = {}, addresses = {} }: Zone, targets = [service]) {
  const asked: string[] = []
  const answer = <T>(records: readonly T[]) => Promise.resolve({ records, exists: true })
  const resolver = {
    cname: (name: string) => {
      asked.push(name)
      return answer(name in aliases ? [aliases[name]] : [])
    },
    addresses: (name: string) => {
      const found = addresses[name]
      return found?.[0] === 'fails' ? Promise.reject(new DnsFailure(name, 'ESERVFAIL')) : answer(found ?? [])
    },
  } as unknown as Resolver
  return { outcome: checkHost(resolver, host, targets), asked }
}

test('a host leads here by an alias, through others, or by addresses that are all of one service host', async () => {
  const chain = { [host]: 'Edge.shop.example.', 'edge.shop.example': 'MAIL.postseal.example.' }
  expect(await checked({ aliases: chain }).outcome).toBe(null)
  const own = { [service]: ['192.0.2.1', '2001:db8::1'], 'clicks.postseal.example': ['192.0.2.2'] }
  const both = [service, 'clicks.postseal.example']
  for (const [addresses, leads] of [
    [['192.0.2.1'], true],
    [['192.0.2.1', '2001:DB8::1'], true],
    [['192.0.2.2'], true],
    [['192.0.2.1', '192.0.2.2'], false],
    [['192.0.2.1', '192.0.2.66'], false],
    [[], false],
  ] as const) {
    const outcome = await checked({ addresses: { ...own, [host]: addresses } }, both).outcome
    expect([addresses, outcome === null]).toEqual([addresses, leads])
  }
  expect(await checked({ addresses: { [host]: ['192.0.2.1'] } }, ['192.0.2.1']).outcome).toBe(null)
  expect(await checked({ addresses: { [host]: [] } }).outcome).toContain('has no records')
})

test('aliases in a circle come to an end, and no answer proves nothing', async () => {
  const { outcome, asked } = checked({ aliases: { [host]: 'a.example', 'a.example': host } })
  expect(await outcome).toContain('is an alias of a.example')
  expect(asked).toHaveLength(8)
  expect(await checked({ addresses: { [host]: ['fails'] } }).outcome).toBe(undefined)
  expect(await checked({ addresses: { [host]: ['192.0.2.1'], [service]: ['fails'] } }).outcome).toBe(
    undefined,
  )
})

const now = new Date('2027-01-01T00:00:00Z')
const owner = newWorkspaceId()
const row = (name: string, status: WorkspaceHost['status'], failingHours?: number): WorkspaceHost => ({
  host: name,
  workspace_id: owner,
  status,
  created_at: now,
  checked_at: now,
  failing_since: failingHours === undefined ? null : new Date(now.getTime() - failingHours * 3_600_000),
  problem: null,
})
const having = (...rows: WorkspaceHost[]) => {
  const hosts = new WorkspaceHosts(() => now)
  hosts.replace(rows)
  return hosts
}

test('links are at the first host that is verified, or else at one that fails since less than 72 hours', () => {
  const used = (...rows: WorkspaceHost[]) => having(...rows).hostOf(owner)
  expect(
    used(row('a.example', 'pending'), row('b.example', 'failing', 71), row('c.example', 'verified')),
  ).toBe('c.example')
  expect(used(row('a.example', 'pending'), row('b.example', 'failing', 71))).toBe('b.example')
  expect(used(row('a.example', 'pending'), row('b.example', 'failing', 72))).toBe(undefined)
  expect(having(row('a.example', 'verified')).hostOf(newWorkspaceId())).toBe(undefined)
})

test('a link has the scheme and the port of the usual address, and no path of it', () => {
  const hosts = having(row('a.example', 'verified'))
  const baseOf = (usual: string, of = owner) => linkBaseOf(linkBase(hosts, usual), of)
  expect(baseOf('https://mail.example')).toBe('https://a.example')
  expect(baseOf('http://localhost:4000')).toBe('http://a.example:4000')
  expect(baseOf('https://mail.example/postseal')).toBe('https://a.example')
  expect(baseOf('https://mail.example/postseal', newWorkspaceId())).toBe('https://mail.example/postseal')
  const urls = { publicUrl: 'https://MAIL.example:8443/x', trackingUrl: 'https://[2001:db8::1]' }
  expect(serviceHosts(urls)).toEqual(['2001:db8::1', 'mail.example'])
  expect(serviceHosts({ publicUrl: undefined, trackingUrl: undefined })).toEqual([])
})

test('a Host header is compared in any case, with a port or the dot of the root', () => {
  const hosts = having(row('a.example', 'failing', 100))
  for (const header of ['a.example', 'A.Example', 'a.example:8443', 'a.example.', 'a.example.:443'])
    expect([header, hosts.workspaceAt(header)]).toEqual([header, owner])
  for (const header of [undefined, '', 'b.example', 'x.a.example', 'a.example@b', 'a.example:x', '[::1]:80'])
    expect([header, hosts.workspaceAt(header)]).toEqual([header, undefined])
  expect(hosts.takesCertificate('a.example')).toBe(false)
  expect(having(row('a.example', 'pending')).takesCertificate('a.example')).toBe(true)
  expect(having(row('a.example', 'failing', 1)).takesCertificate('a.example')).toBe(true)
})

test('a host is checked every five minutes on its first day and while a failing one is used, else every hour', () => {
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const after = (
    status: WorkspaceHost['status'],
    problem: string | null,
    { age = 0, failing = null }: { age?: number; failing?: number | null } = {},
  ) => {
    const before = { status, created_at: ago(age), failing_since: failing === null ? null : ago(failing) }
    const { status: next, failingSince, nextCheckAt } = hostAfter(before, problem, now)
    const minutes = (nextCheckAt.getTime() - now.getTime()) / 60_000
    return [next, failingSince && (now.getTime() - failingSince.getTime()) / 3_600_000, minutes]
  }
  expect(after('pending', 'gone', { age: 23 })).toEqual(['pending', null, 5])
  expect(after('pending', 'gone', { age: 24 })).toEqual(['pending', null, 60])
  expect(after('pending', null)).toEqual(['verified', null, 60])
  expect(after('verified', null)).toEqual(['verified', null, 60])
  expect(after('verified', 'gone', { age: 500 })).toEqual(['failing', 0, 5])
  expect(after('failing', 'gone', { failing: 71 })).toEqual(['failing', 71, 5])
  expect(after('failing', 'gone', { failing: 72 })).toEqual(['failing', 72, 60])
  expect(after('failing', null, { failing: 100 })).toEqual(['verified', null, 60])
})
