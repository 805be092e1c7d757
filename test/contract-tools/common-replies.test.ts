import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/**
 * Tests the replies that a path file leaves out, because scripts/generate/common-replies.mjs adds them. The contract
 * has one more path here.
 */

interface Operation {
  responses: Record<string, { $ref?: string; headers?: object }>
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'postseal-replies-'))
  cpSync('openapi', folder, { recursive: true })
  const file = path.join(folder, 'openapi.yaml')
  const added = 'paths:\n  /v1/things/{id}:\n    $ref: paths/things.yaml\n'
  writeFileSync(file, readFileSync(file, 'utf8').replace('paths:\n', added))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The arguments of Node that have Redocly CLI do something with the contract. */
function redocly(command: string, ...options: string[]): string[] {
  const config = ['--config', 'redocly.yaml', ...options]
  return ['scripts/tools.mjs', 'redocly', command, path.join(folder, 'openapi.yaml'), ...config]
}

/** The operation as clients get it, of a path file that says this of it. */
function bundled(method: string, lines: readonly string[]): Operation {
  const text = [`${method}:`, '  operationId: doThings', ...lines.map((line) => `  ${line}`), '']
  writeFileSync(path.join(folder, 'paths/things.yaml'), text.join('\n'))
  const out = path.join(folder, 'bundled.json')
  execFileSync(process.execPath, redocly('bundle', '-o', out), { stdio: 'pipe' })
  const contract = JSON.parse(readFileSync(out, 'utf8')) as {
    paths: Record<string, Record<string, Operation>>
  }
  return contract.paths['/v1/things/{id}']?.[method] as Operation
}

/** Each status with the name of its reply. */
function namesOf({ responses }: Operation): string[] {
  return Object.entries(responses).map(
    ([status, { $ref }]) => `${status} ${$ref?.replace('#/components/responses/', '') ?? ''}`,
  )
}

test('a mutation gets all that its credential, its id, its body and its idempotency key can lead to', () => {
  const operation = bundled('post', [
    'security: [{ workspaceKey: [] }]',
    'parameters:',
    '  - { $ref: ../shared/parameters.yaml#/MessageId }',
    '  - { $ref: ../shared/parameters.yaml#/IdempotencyKey }',
    'requestBody: { content: { application/json: { schema: { type: object } } } }',
    'responses:',
    "  '200':",
    '    description: Done.',
    '    headers: { Cache-Control: { $ref: ../shared/headers.yaml#/NoStore } }',
    "  '422': { $ref: ../shared/errors.yaml#/SendRefused }",
    "  '423': { $ref: ../shared/errors.yaml#/SendingHalted }",
  ])
  expect(namesOf(operation)).toEqual([
    '200 ',
    '400 BadRequest',
    '401 Unauthorized',
    '403 Forbidden',
    '404 NotFound',
    '406 NotAcceptable',
    '409 Conflict',
    '413 PayloadTooLarge',
    '415 UnsupportedMediaType',
    '422 SendRefused',
    '423 SendingHalted',
    '429 RateLimited',
    '500 InternalError',
    '503 Unavailable',
  ])
  const headers = ['Request-Id', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed', 'Cache-Control']
  expect(Object.keys(operation.responses['200']?.headers ?? {})).toEqual(headers)
})

test('a read for anybody gets what every request can lead to', () => {
  const operation = bundled('get', ['security: []', 'responses:', "  '200': { description: Here. }"])
  expect(namesOf(operation)).toEqual([
    '200 ',
    '400 BadRequest',
    '406 NotAcceptable',
    '422 ValidationFailed',
    '500 InternalError',
    '503 Unavailable',
  ])
  expect(Object.keys(operation.responses['200']?.headers ?? {})).toEqual(['Request-Id'])
})

test('the linter refuses a mutation that takes a credential without a scope or a role, and nothing else', () => {
  const security = {
    get: '[{ workspaceKey: [] }]',
    post: '[{ workspaceKey: [] }]',
    put: "[{ projectKey: [] }, { workspaceKey: ['contacts:*'] }]",
    patch: "[{ workspaceKey: ['contacts:*'] }, { workspaceSession: [] }]",
    delete: "[{ workspaceKey: ['contacts:*'] }, { workspaceSession: [admin] }]",
  }
  const operations = Object.entries(security).map(
    ([method, taken]) => `${method}: { security: ${taken}, responses: { '200': { description: Done. } } }`,
  )
  writeFileSync(path.join(folder, 'paths/things.yaml'), operations.join('\n'))
  const lint = redocly('lint', '--format', 'json', '--max-problems', '10000')
  const { problems } = JSON.parse(spawnSync(process.execPath, lint, { encoding: 'utf8' }).stdout) as {
    problems: { ruleId: string; location: { pointer: string }[] }[]
  }
  const found = problems.filter(({ ruleId }) => ruleId === 'rule/mutation-asks-for-scope')
  expect(found.map(({ location }) => location[0]?.pointer).sort()).toEqual([
    '#/patch/security/1/workspaceSession',
    '#/post/security/0/workspaceKey',
    '#/put/security/0/projectKey',
  ])
})

test('a reply and a header that are listed although they are added do not pass', () => {
  const repeating = () =>
    bundled('get', [
      'security: []',
      'responses:',
      "  '200':",
      '    description: Here.',
      '    headers: { Request-Id: { $ref: ../shared/headers.yaml#/RequestId } }',
      "  '503': { $ref: ../shared/errors.yaml#/Unavailable }",
    ])
  expect(repeating).toThrow(/Leave Request-Id out[^]*Leave 503 out/)
})
