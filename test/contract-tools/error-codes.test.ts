import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { walk, type Node } from '../../scripts/contract/document.js'
import { files, readJson } from '../../scripts/contract/files.js'

const contract = readJson(files.contract) as Node & {
  components: { schemas: { ErrorCode: { enum: string[] } } }
}
const codes = contract.components.schemas.ErrorCode.enum

function serverSource(): string {
  const folder = fileURLToPath(new URL('../../server', import.meta.url))
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== path.join('http', 'errors.ts'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n')
}

test('each error code is answered by the service', () => {
  const source = serverSource()
  expect(codes.filter((code) => !source.includes(`'${code}'`))).toEqual([])
})

test('each error code is explained where it can be read: in a reply, an operation or a schema', () => {
  const texts = [...walk(contract)].map(({ node }) => String(node['description'])).join('\n')
  expect(codes.filter((code) => !texts.includes(`\`${code}\``))).toEqual([])
})
