import { expect, test } from 'vitest'
import { files, readJson } from '../../scripts/contract/files.js'
import { sinceFindings, versionFindings } from '../../scripts/contract/since.js'
import { comingVersion, ownVersion } from '../../scripts/version/places.js'

const rule = 'operation-since'
const wanted = (version: string, why: string) => `Say x-since: ${version}, as ${why}.`

/** A contract with a GET of each path, by what its `x-since` says; null is one that says nothing. */
function contractOf(paths: Readonly<Record<string, string | null>>, releasedWith?: string) {
  const operation = (name: string, since: string | null) => [
    name,
    { get: { operationId: `get ${name}`, ...(since !== null && { 'x-since': since }) }, parameters: [] },
  ]
  return {
    info: { 'x-released-with': releasedWith },
    paths: Object.fromEntries(Object.entries(paths).map(([name, since]) => operation(name, since))),
  }
}

test('the operations of the first release say 0.1.0, though that contract said of none', () => {
  const released = contractOf({ '/a': null, '/b': null, '/c': null }, '0.1.0')
  const contract = contractOf({ '/a': '0.1.0', '/b': null, '/c': '0.2.0' })
  const message = wanted('0.1.0', 'it was there then')
  expect(sinceFindings(contract, released, '0.2.0')).toEqual(
    ['b', 'c'].map((name) => ({ rule, place: `#/paths/~1${name}/get`, message })),
  )
})

test('a new operation says the coming version, neither an earlier nor a later one', () => {
  const released = contractOf({}, '0.1.0')
  const contract = contractOf({ '/a': '0.2.0', '/b': '0.1.0', '/c': '0.3.0', '/d': '0.2.0-dev', '/e': null })
  const message = wanted('0.2.0', 'the coming version has it first')
  expect(sinceFindings(contract, released, '0.2.0')).toEqual(
    ['b', 'c', 'd', 'e'].map((name) => ({ rule, place: `#/paths/~1${name}/get`, message })),
  )
})

test('what a release said stays, through later ones', () => {
  const released = contractOf({ '/a': '0.1.0', '/b': '0.2.0' }, '0.2.0')
  expect(
    sinceFindings(contractOf({ '/a': '0.1.0', '/b': '0.2.0', '/c': '0.3.0' }), released, '0.3.0'),
  ).toEqual([])
  expect(sinceFindings(contractOf({ '/a': '0.2.0', '/b': '0.3.0' }), released, '0.3.0')).toEqual([
    { rule, place: '#/paths/~1a/get', message: wanted('0.1.0', 'it was there then') },
    { rule, place: '#/paths/~1b/get', message: wanted('0.2.0', 'it was there then') },
  ])
})

test('after a release, new operations need the version of the next one', () => {
  const released = contractOf({ '/a': '0.1.0' }, '0.9.0')
  const grown = contractOf({ '/a': '0.1.0', '/b': '0.9.0' })
  const rules = (contract: typeof grown, version: string) =>
    versionFindings(contract, released, version).map((finding) => finding.rule)
  expect(rules(grown, '0.9.0')).toEqual(['version-released'])
  expect(rules(grown, '0.8.0')).toEqual(['version-released'])
  expect(rules(grown, '0.10.0')).toEqual([])
  expect(rules(contractOf({ '/a': '0.1.0' }), '0.9.0')).toEqual([])
})

test('each operation and each webhook of the contract is looked at', () => {
  const contract = readJson(files.contract) as Record<'paths' | 'webhooks', Record<string, object>>
  const nothing = { ...contractOf({}, '0.1.0'), webhooks: {} }
  const places = sinceFindings(contract, nothing, '9.9.9').map(({ place }) => place)
  const operations = [contract.paths, contract.webhooks].flatMap((part) =>
    Object.values(part).flatMap((item) => Object.keys(item).filter((key) => key !== 'parameters')),
  )
  expect(operations.length).toBeGreaterThan(200)
  expect(places).toHaveLength(operations.length)
  expect(sinceFindings(contract, contract, comingVersion(ownVersion()))).toEqual([])
})
