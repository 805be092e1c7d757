import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ContractDocument } from '../../base/contract/document.js'
import { ownContract } from '../../server/platform/http/operation/contract.js'
import { sampleRequest, type DocumentedOperation } from '../../scripts/reference/samples/sample-request.js'
import { bodyArguments, clientCommand, operations } from '../support/commands/client-commands.js'
import { readCurl } from '../support/commands/curl-commands.js'
import { newDataDir } from '../support/run/scratch-folder.js'

/** Every operation of the contract as a command, by the contract's own examples; nothing is sent. Needs a shell. */

const contract = ownContract()
const folder = newDataDir()
const env = {
  POSTSEAL_API_KEY: 'a-key-that-is-secret',
  POSTSEAL_BASE_URL: 'https://mail.shop.example',
  XDG_CONFIG_HOME: folder,
}

function sampleOf({ path: at, method }: { path: string; method: string }) {
  const item = contract.paths[at] as ContractDocument['paths'][string]
  const documented = item[method.toLowerCase()] as unknown as DocumentedOperation
  return sampleRequest(contract, method, at, documented)
}

test('there is a command for each operation of the contract', () => {
  const known = Object.values(contract.paths).flatMap((item) =>
    Object.values(item).flatMap((operation) =>
      'x-alias-of' in operation ? [] : (operation.operationId ?? ''),
    ),
  )
  expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(known.sort())
  expect(new Set(operations.map(({ words }) => words.join(' '))).size).toBe(operations.length)
})

test('no operation has two options of the same name', () => {
  for (const { words, operation } of operations) {
    const names = [...operation.query, ...(operation.body?.kind === 'json' ? operation.body.fields : [])]
    expect(new Set(names.map(({ option }) => option)).size, words.join(' ')).toBe(names.length)
  }
})

test("each command makes the request of the contract's example", async () => {
  const runs = []
  for (const { words, operation } of operations) {
    const sample = sampleOf(operation)
    const file = path.join(folder, sample.file?.name ?? 'none')
    if (sample.file !== undefined) writeFileSync(file, 'email\r\nada@example.com\r\n')
    const args = [
      ...words,
      ...sample.ids.map(String),
      ...Object.entries(sample.query).flatMap(([name, value]) =>
        typeof value === 'boolean'
          ? [`--${value ? '' : 'no-'}${name.replaceAll('_', '-')}`]
          : [value].flat().flatMap((item) => [`--${name.replaceAll('_', '-')}`, String(item)]),
      ),
      ...(operation.body?.kind === 'json'
        ? bodyArguments(operation.body.fields, (sample.body ?? {}) as Record<string, unknown>)
        : []),
      ...(sample.file === undefined ? [] : ['--file', file]),
      ...(operation.takesIdempotencyKey ? ['--idempotency-key', 'a-key-of-mine'] : []),
      '--dry-run',
    ]
    const ended = await clientCommand(env, args)
    expect(ended, args.join(' ')).toMatchObject({ code: 0, stderr: '' })
    runs.push({ args, operation, sample, file, stdout: ended.stdout })
  }
  const calls = readCurl(runs.map(({ stdout }) => stdout))
  expect(calls).toHaveLength(operations.length)
  for (const [index, { args, operation, sample, file, stdout }] of runs.entries()) {
    const call = calls[index]
    const told = args.join(' ')
    expect(stdout, told).not.toContain(env.POSTSEAL_API_KEY)
    expect(call?.method, told).toBe(sample.method)
    expect(decodeURIComponent(call?.url.pathname ?? ''), told).toBe(sample.path)
    const query = Object.entries(sample.query).flatMap(([name, value]) =>
      [value].flat().map((item) => [name, String(item)]),
    )
    expect([...(call?.url.searchParams ?? [])].sort(), told).toEqual(query.sort())
    if (sample.body !== undefined) expect(JSON.parse(call?.data ?? ''), told).toEqual(sample.body)
    else expect(call?.data, told).toBe(sample.file === undefined ? undefined : `@${file}`)
    expect(call?.headers.get('Authorization'), told).toBe(operation.credential && 'Bearer the-key')
    expect(call?.headers.get('Idempotency-Key'), told).toBe(
      operation.takesIdempotencyKey ? 'a-key-of-mine' : undefined,
    )
  }
})

test('each command has help that names its options', async () => {
  for (const { words, operation } of operations) {
    const { code, stdout, stderr } = await clientCommand({}, [...words, '--help'])
    expect({ code, stderr }, words.join(' ')).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      new RegExp(`^Usage: postseal ${words.join(' ').replace('sending', '(workspace|sending)')}`),
    )
    expect(stdout.replace(/\s+/g, ' ')).toContain(`Since version ${operation.since} of the service.`)
    for (const { option } of operation.query) expect(stdout).toContain(`--${option}`)
  }
})
