import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Node } from '../../scripts/contract/document.js'
import { files, readJson } from '../../scripts/contract/files.js'
import { ApiError } from '../../server/platform/http/errors/api-error.js'
import { ruleOf, type RuleCode } from '../../server/platform/http/errors/rules.js'
import { worded } from '../../server/platform/http/validation/words.js'
import { textOf } from '../support/documentation/documents.js'

/** The rules that `details` name. The compiler holds each code in the server's source to them. */

const contract = readJson(files.contract) as Node & {
  components: { schemas: { ErrorRule: { enum: string[]; description: string } } }
}
const { enum: rules, description } = contract.components.schemas.ErrorRule

const folder = fileURLToPath(new URL('../../server', import.meta.url))
const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && name !== path.join('platform', 'http', 'rules.ts'))
  .map((name) => readFileSync(path.join(folder, name), 'utf8'))
  .join('\n')

const serviceKeys = readJson(path.join(path.dirname(files.contract), 'service-keys.json')) as Readonly<
  Record<string, Node>
>
const ofPatterns = Object.values(serviceKeys).flatMap((keys) => (keys['x-pattern-code'] as string[]) ?? [])

test('each keyword of validation, and each code that a pattern has, is a rule of the contract', () => {
  const codes = [...worded.keywords, ...ofPatterns] as RuleCode[]
  expect(ofPatterns.length).toBeGreaterThan(3)
  expect(codes.filter((code) => !rules.includes(ruleOf(code)))).toEqual([])
})

test('each rule of the contract is one that the service names', () => {
  const emitted = new Set<string>([...worded.keywords, ...ofPatterns].map((code) => ruleOf(code as RuleCode)))
  expect(rules.filter((rule) => !emitted.has(rule) && !source.includes(`'${rule}'`))).toEqual([])
})

test('the rules are in snake_case, each once', () => {
  expect(rules.filter((rule) => !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(rule))).toEqual([])
  expect(new Set(rules).size).toBe(rules.length)
})

test('each rule is described in the contract and in the catalogue of errors', () => {
  expect(rules.filter((rule) => !new RegExp(`\`${rule}\`:\\s`).test(description))).toEqual([])
  const [, section = ''] = textOf('docs/errors.md').split('\n## Rules\n')
  const [table = ''] = section.split('\n## ')
  expect([...table.matchAll(/^\| `(\w+)` /gm)].map(([, rule]) => rule)).toEqual(rules)
})

test('every error has the rule beside the code that clients know', () => {
  const details = [{ path: '/body/to', code: 'minItems', message: 'must not be empty' }] as const
  const error = new ApiError('validation_failed', 'No.', { details })
  expect(error.details).toEqual([{ ...details[0], rule: 'min_items' }])
  expect(new ApiError('validation_failed', 'No.', { details: error.details ?? [] }).details).toEqual(
    error.details,
  )
})

test('examples of errors have the rule', () => {
  const lists: Node[] = []
  JSON.stringify(contract, (name, value: unknown) => {
    if (name === 'details' && Array.isArray(value)) lists.push(...(value as Node[]))
    return value
  })
  expect(lists.length).toBeGreaterThan(0)
  expect(lists.filter(({ code, rule }) => rule !== ruleOf(code as RuleCode))).toEqual([])
})
