import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openResolver } from '../../../../server/mail/dns/open-resolver.js'
import { sourceCheckJob } from '../../../../server/product/delivery/sources/reputation/check.js'
import { answeringDatabase } from '../../../support/database/answering-database.js'
import { startDns, type TestDns, type Zone } from '../../../support/domains/dns.js'

/** The check of each hour. */

const right: Zone = {
  'mta1.sender.example': { A: ['192.0.2.10'] },
  '10.2.0.192.in-addr.arpa': { PTR: ['mta1.sender.example'] },
  '2.0.0.127.bl.example': { A: ['127.0.0.2'] },
}
const isListed = '192.0.2.10 is on the block list bl.example: no reason given.'

let dns: TestDns
beforeAll(async () => {
  dns = await startDns()
})
beforeEach(() => {
  for (const name of Object.keys(dns.zone)) delete dns.zone[name]
  Object.assign(dns.zone, right)
})
afterAll(() => dns.close())

/** Checks a source with this known problem, and returns the values that the check saves and logs. */
async function checked(problem: string | null) {
  const source = { address: '192.0.2.10', name: 'mta1.sender.example', problem }
  const saved: unknown[] = []
  const logs: unknown[] = []
  const db = answeringDatabase((values) => {
    if (values[0] === source.address) saved.push(values[1])
    return values.length === 0 ? [source] : []
  })
  await sourceCheckJob(db, {
    freshResolver: () => openResolver([dns.server], { tryMs: 1_000 }),
    blockLists: ['bl.example'],
    log: pino({ base: null }, { write: (line: string) => void logs.push(JSON.parse(line)) }),
  }).run(new AbortController().signal)
  return { saved, logs }
}

test('a source that is newly on a list is not used, and the log says so once', async () => {
  dns.zone['10.2.0.192.bl.example'] = { A: ['127.0.0.2'] }
  expect(await checked(null)).toEqual({
    saved: [isListed],
    logs: [expect.objectContaining({ source: '192.0.2.10', problem: isListed, msg: 'a source is not used' })],
  })
  expect(await checked(isListed)).toEqual({ saved: [isListed], logs: [] })
  delete dns.zone['10.2.0.192.bl.example']
  expect(await checked(isListed)).toEqual({ saved: [null], logs: [] })
})

test('all that is wrong is told', async () => {
  dns.zone['10.2.0.192.in-addr.arpa'] = {}
  dns.zone['10.2.0.192.bl.example'] = { A: ['127.0.0.2'] }
  const { saved } = await checked(null)
  expect(saved).toEqual([expect.stringMatching(/^192\.0\.2\.10 has no PTR record\..* no reason given\.$/)])
})

test('a list that is silent leaves its own word, and no other', async () => {
  dns.zone['10.2.0.192.bl.example'] = { fails: 'SERVFAIL' }
  expect((await checked(isListed)).saved).toEqual([])
  expect((await checked('192.0.2.10 has no PTR record.')).saved).toEqual([null])
  dns.zone['10.2.0.192.in-addr.arpa'] = { fails: 'SERVFAIL' }
  expect((await checked(null)).saved).toEqual([])
})

test('a list that answers everything is named in the log, and what it said before does not count', async () => {
  dns.zone['10.2.0.192.bl.example'] = { A: ['127.0.0.2'] }
  dns.zone['1.0.0.127.bl.example'] = { A: ['127.0.0.2'] }
  const { saved, logs } = await checked(isListed)
  expect(saved).toEqual([null])
  expect(logs).toEqual([
    expect.objectContaining({
      level: 40,
      remark: expect.stringContaining('bl.example is ignored') as string,
    }),
  ])
})
