import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { openResolver } from '../../../../server/mail/dns/open-resolver.js'
import { sealer } from '../../../../server/platform/auth/sealed.js'
import { PoolRelays } from '../../../../server/product/delivery/sources/pool-relays.js'
import { SourceRouter } from '../../../../server/product/delivery/sources/router.js'
import { openMigratedDatabase } from '../../../support/database/database.js'
import { startDns } from '../../../support/domains/dns.js'

/** The router of sources, with a database, on a host that gets an address. */

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  for (const end of ends.reverse()) await end()
})

const silent = pino({ level: 'silent' })
const noRelay = () => {
  throw new Error('no pool has a relay')
}

test('a source is used once this host has its address, for which the system is not asked at each mail', async () => {
  const dns = await startDns({ 'shop.example': { MX: [[10, 'mx.shop.example']] } })
  ends.push(() => dns.close())
  const database = await openMigratedDatabase(1)
  ends.push(() => database.drop())
  await database.db.raw(`insert into sending_pools (name, schedule) values ('default', '{50}');
    insert into sending_sources (address, bind, name, pool, warm, checked_at)
    values ('192.0.2.9', '192.0.2.9', 'mta1.sender.example', 'default', true, now())`)
  const routerThatKnowsFor = (sourcesMs: number) => {
    const router = new SourceRouter({
      db: database.db,
      resolver: openResolver([dns.server]),
      providers: [],
      sourcesMs,
      countsMs: 5000,
      processes: () => 1,
      relays: new PoolRelays({ sealer: sealer(new Uint8Array(32)), transportTo: noRelay, log: silent }),
      now: () => new Date(),
      log: silent,
    })
    ends.push(() => router.close())
    const mail = {
      workspaceId: '00000000-0000-4000-8000-000000000001',
      messageId: '00000000-0000-4000-8000-000000000002',
      stream: 'transactional',
      destination: 'shop.example',
    } as const
    return async () => (await router.route(mail)).kind
  }
  const asked = vi.spyOn(os, 'networkInterfaces').mockReturnValue({})
  syncBuiltinESMExports()
  const kept = routerThatKnowsFor(3_600_000)
  const fresh = routerThatKnowsFor(-1)
  expect([await kept(), await fresh()]).toEqual(['later', 'later'])
  const own = { address: '192.0.2.9', netmask: '255.255.255.0', mac: '', internal: false, cidr: null }
  asked.mockReturnValue({ eth0: [{ ...own, family: 'IPv4' }] })
  expect(await fresh()).toBe('go')
  asked.mockClear()
  expect([await kept(), await kept()]).toEqual(['later', 'later'])
  expect(asked).not.toHaveBeenCalled()
})
