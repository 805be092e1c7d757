import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBaseline } from '../../../scripts/contract/baseline.js'
import { walk, type Node } from '../../../scripts/contract/document.js'
import { files, readJson, type ContractFiles } from '../../../scripts/contract/files.js'
import { allFindings } from '../../../scripts/contract/findings.js'

type Schema = Record<string, unknown>

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'postseal-release-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the contract keeps what was released, ends nothing without notice and shows what is so', () => {
  expect(allFindings(files)).toEqual([])
})

/** Takes much out of the contract at once, each where it hides nothing else, and says from where. */
function spoilt(contract: Node): string[] {
  const places: string[] = []
  const take = (from: Schema, key: string, place: string) => {
    if (from[key] === undefined) return
    delete from[key]
    places.push(place)
  }
  for (const { node, place } of walk(contract)) {
    const schema = node as Schema
    const properties = (schema['properties'] ?? {}) as Record<string, Schema>
    for (const [name, property] of Object.entries(properties)) {
      const { type, $ref } = property
      const isHolder = [type].flat().some((one) => one === 'array' || one === 'object')
      const holds = $ref !== undefined || isHolder || 'properties' in property
      if (!holds) take(properties, name, `${place}/properties/${name}`)
    }
    // Only replies promise what is always there; by the rules of this contract requests alone are closed.
    const isCondition = /\/(if|then)\b/.test(place)
    if (place.startsWith('#/components/schemas/') && !('additionalProperties' in schema) && !isCondition) {
      if (Array.isArray(schema['required'])) take(schema, 'required', `${place}/required`)
    }
    const headers = (place === '#/components' ? {} : (schema['headers'] ?? {})) as Schema
    for (const name of Object.keys(headers)) take(headers, name, `${place}/headers/${name}`)
    const content = (schema['content'] ?? {}) as Schema
    const types = Object.keys(content)
    const last = types.at(-1)
    // The schema of the first one is looked into besides.
    if (types.length > 1 && last !== undefined && /\/responses\/200$/.test(place)) {
      take(content, last, `${place}/content/${last.replaceAll('/', '~1')}`)
    }
    const replies = (schema['responses'] ?? {}) as Schema
    if (/^#\/paths\/.*\/get$/.test(place)) take(replies, '422', `${place}/responses/422`)
    const values = schema['enum']
    if (Array.isArray(values)) {
      values.shift()
      places.push(`${place}/enum`)
    }
  }
  return places
}

test('whatever is taken out of it is found, where it was, beside what is wrong with the rest', () => {
  const contract = readJson(files.contract) as Node & {
    paths: Record<string, Record<string, Schema>>
    components: { schemas: { Window: { properties: Schema } } }
  }
  const places = spoilt(contract)
  expect(places.length).toBeGreaterThan(400)
  Object.assign(contract.paths['/v1/projects']?.['get'] ?? {}, { 'x-sunset': '2030-01-01' })
  contract.components.schemas.Window.properties['days'] = { type: 'integer' }
  const file = path.join(folder, 'spoilt.json')
  writeFileSync(file, JSON.stringify(contract))

  // Nothing is accepted: what is compared here is no release.
  const accepted = path.join(folder, 'nothing-accepted.json')
  writeFileSync(accepted, '[]')
  const found = allFindings({ ...files, contract: file, released: files.contract, accepted })
  const ofEventTypes = found.filter(({ rule }) => rule.startsWith('event-type'))
  expect(ofEventTypes.length).toBeGreaterThan(0)
  const ofExamples = found.filter(({ rule }) => rule.startsWith('example'))
  const others = found
    .filter((finding) => !ofExamples.includes(finding) && !ofEventTypes.includes(finding))
    .map(({ place }) => place)
  const sunset = '#/paths/~1v1~1projects/get'
  const unformatted = '#/components/schemas/Window/properties/days'
  expect([...new Set(others)].sort()).toEqual([...new Set([...places, sunset, unformatted])].sort())
  expect(found.filter(({ place }) => place === unformatted).map(({ rule }) => rule)).toEqual([
    'number-without-format',
  ])
  expect(new Set(ofExamples.map(({ rule }) => rule))).toContain('example-invalid')
})

/** Files of a release that can be written to. */
function copies(version: string): ContractFiles {
  const at = (name: string) => path.join(folder, name)
  writeFileSync(at('package.json'), JSON.stringify({ version }))
  return {
    ...files,
    released: at('released.json'),
    accepted: at('accepted.json'),
    package: at('package.json'),
  }
}

test('a release takes the contract over, once for a version and only where nothing is found', () => {
  expect(() => makeBaseline(copies('1.0.0-dev'))).toThrow('1.0.0-dev is between releases')
  const first = copies('1.0.0')
  expect(makeBaseline(first)).toBe('1.0.0')
  const released = readFileSync(first.released, 'utf8')
  expect(JSON.parse(released)).toMatchObject({ openapi: '3.1.0', info: { 'x-released-with': '1.0.0' } })
  expect(readJson(first.accepted)).toEqual([])
  expect(() => makeBaseline(first)).toThrow('released already')

  const second = copies('1.1.0')
  writeFileSync(second.accepted, '["whatever was accepted"]')
  const wrong = { rule: 'path-removed', place: '#/paths/~1v1~1things', message: 'Gone.' }
  expect(() => makeBaseline(second, () => [wrong])).toThrow('path-removed at #/paths/~1v1~1things: Gone.')
  expect(readFileSync(second.released, 'utf8')).toBe(released)

  expect(makeBaseline(second, () => [])).toBe('1.1.0')
  expect(readJson(second.released)).toMatchObject({ info: { 'x-released-with': '1.1.0' } })
  expect(readJson(second.accepted)).toEqual([])
})
