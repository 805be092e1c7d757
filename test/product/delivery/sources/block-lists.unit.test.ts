import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openResolver } from '../../../../server/mail/dns/open-resolver.js'
import {
  listingsOf,
  tryBlockLists,
} from '../../../../server/product/delivery/sources/reputation/block-lists.js'
import { startDns, type TestDns, type Zone } from '../../../support/domains/dns.js'

/** DNS block lists as a DNS server tells them. */

const list = 'bl.lists.example'
/** Makes the records of a list that works. */
const working = (zone = list): Zone => ({ [`2.0.0.127.${zone}`]: { A: ['127.0.0.2'] } })

let dns: TestDns
beforeAll(async () => {
  dns = await startDns()
})
beforeEach(() => {
  for (const name of Object.keys(dns.zone)) delete dns.zone[name]
})
afterAll(() => dns.close())

/** Looks an address up in lists, with these records in the DNS. */
async function look(zone: Zone, address = '192.0.2.10', zones = [list]) {
  Object.assign(dns.zone, zone)
  const resolver = openResolver([dns.server], { tryMs: 1_000, keptSeconds: 0 })
  const lists = await tryBlockLists(resolver, zones)
  return { ...(await listingsOf(resolver, lists, address)), remarks: lists.remarks }
}

test('an address is on a list that has a record of it, with the reason made harmless and short', async () => {
  const text = `Spam\u001b[31m seen,\nsee https://lists.example/192.0.2.10 ${'x'.repeat(500)}`
  const { problems, remarks } = await look({
    ...working(),
    '10.2.0.192.bl.lists.example': { A: ['127.0.0.4'], TXT: [[text.slice(0, 200), text.slice(200, 400)]] },
  })
  expect(remarks).toEqual([])
  const [, reason = ''] =
    /^192\.0\.2\.10 is on the block list bl\.lists\.example: (.+)\.$/.exec(problems[0] ?? '') ?? []
  expect(reason).toMatch(/^Spam \[31m seen, see https:\/\/lists\.example\/192\.0\.2\.10 x+$/)
  expect(reason).toHaveLength(200)
})

test('an IPv6 address is asked for by its digits, and a list without a reason says none', async () => {
  const name = `a.0.0.0.${'0.'.repeat(20)}8.b.d.0.1.0.0.2.${list}`
  expect(await look({ ...working(), [name]: { A: ['127.0.0.2'] } }, '2001:db8::a')).toEqual({
    problems: ['2001:db8::a is on the block list bl.lists.example: no reason given.'],
    silent: [],
    remarks: [],
  })
})

test.each<[string, Zone[string] | undefined, object]>([
  ['no record', undefined, { problems: [], silent: [] }],
  ['an address of a host', { A: ['192.0.2.99'] }, { problems: [], silent: [] }],
  ['a refusal', { A: ['127.255.255.255'] }, { problems: [], silent: [list] }],
  ['a failure', { fails: 'SERVFAIL' }, { problems: [], silent: [list] }],
  ['no answer', { fails: 'silent' }, { problems: [], silent: [list] }],
])('%s does not say that it is listed', async (_case, entry, expected) => {
  const zone: Zone = entry === undefined ? {} : { '10.2.0.192.bl.lists.example': entry }
  expect(await look({ ...working(), ...zone })).toEqual({ ...expected, remarks: [] })
})

const listed = { '10.2.0.192.bl.lists.example': { A: ['127.0.0.2'] } }

test.each<[string, Zone, RegExp]>([
  [
    'answers everything',
    { '1.0.0.127.bl.lists.example': { A: ['127.0.0.2'] }, ...working() },
    /lists 127\.0\.0\.1/,
  ],
  [
    'answers every IPv6 address',
    { [`1.0.0.0.0.0.f.7.f.f.f.f.${'0.'.repeat(20)}${list}`]: { A: ['127.0.0.2'] }, ...working() },
    /lists 127\.0\.0\.1/,
  ],
  [
    'does not answer public resolvers',
    { '2.0.0.127.bl.lists.example': { A: ['127.255.255.254'] } },
    /does not answer these DNS servers.*POSTSEAL_DNS_SERVERS/,
  ],
  ['is none', {}, /does not list 127\.0\.0\.2/],
  [
    'has ended, and its domain is for sale',
    { '2.0.0.127.bl.lists.example': { A: ['192.0.2.99'] } },
    /does not list 127\.0\.0\.2/,
  ],
])('a list that %s takes no source away, and the operator reads why', async (_case, zone, remark) => {
  const { problems, silent, remarks } = await look({ ...listed, ...zone })
  expect({ problems, silent }).toEqual({ problems: [], silent: [] })
  expect(remarks).toEqual([expect.stringMatching(remark)])
})

test('a list that is silent is told from those that answer, whose word counts', async () => {
  const other = 'other.example'
  const { problems, silent, remarks } = await look(
    {
      ...working(other),
      '10.2.0.192.other.example': { A: ['127.0.0.3'] },
      [`2.0.0.127.${list}`]: { fails: 'silent' },
    },
    '192.0.2.10',
    [list, other],
  )
  expect(problems).toEqual(['192.0.2.10 is on the block list other.example: no reason given.'])
  expect(silent).toEqual([list])
  expect(remarks).toEqual([expect.stringContaining('bl.lists.example gave no answer')])
})

test('the key in the name of a list that is paid for is not shown', async () => {
  const paid = 'abcdefghijklmnopqrstuvwxyz.zen.dq.lists.example'
  const { problems } = await look(
    { ...working(paid), [`10.2.0.192.${paid}`]: { A: ['127.0.0.2'] } },
    '192.0.2.10',
    [paid],
  )
  expect(problems).toEqual(['192.0.2.10 is on the block list zen.dq.lists.example: no reason given.'])
})
