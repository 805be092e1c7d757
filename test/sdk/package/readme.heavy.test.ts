import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Postseal } from '../../../sdk-ts/src/index.js'
import { compilerFindings } from '../../support/documentation/sample-programs.js'

/** Declarations that the examples leave to their reader. An example has its own, or else these. */
const placeholders = `
import type { Postseal as Client, SendMessageRequest } from 'postseal'
declare global {
  const client: Client
  const admin: Client
  const id: string
  const link: string
  const body: SendMessageRequest
  const receipt: SendMessageRequest
  const orders: { id: string }[]
  function receiptOf(order: { id: string }): SendMessageRequest
  function keep(secret: string): Promise<void>
  function remember(key: string | undefined): Promise<void>
  function markUndeliverable(address: string, why?: string): Promise<void>
  // Of Node, whose own types take longer to read than all else.
  function readFile(path: string): Promise<Uint8Array>
  function openAsBlob(path: string): Promise<Blob>
  const log: Record<'error' | 'warn' | 'info' | 'debug', (details: unknown, message: string) => void>
}`

const readme = readFileSync('sdk-ts/README.md', 'utf8')
const guides = readdirSync('docs/guide').filter((name) => /^(typescript|move-from-\w+)\.md$/.test(name))
const pages = [readme, ...guides.map((name) => readFileSync(`docs/guide/${name}`, 'utf8'))]
const examples = [...pages.join('\n').matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? '')

/**
 * The example as a module, with what an earlier one has imported, and without what the placeholders stand
 * for.
 */
function moduleOf(example: string): string {
  const names = ['Postseal', 'APIConnectionError'].filter((name) => example.includes(name))
  const imports = example.includes("'postseal'") ? '' : `import { ${names.join(', ')} } from 'postseal'\n`
  return `${imports}${example.replace(/^import .* from 'node:.*'$/m, '')}\nexport {}`
}

test('every example of the README and of the guides is right by its types', () => {
  const findings = compilerFindings([
    ...examples.map((example, index) => ({ id: `${index}`, source: moduleOf(example) })),
    { id: 'placeholders', source: placeholders },
    // To see that something is compared at all: these are wrong.
    { id: 'wrong', source: 'await client.messages.sent(body)\nconst id: number = receipt\nexport {}' },
  ])
  expect(examples.length).toBeGreaterThan(30)
  expect(findings.filter((finding) => !finding.startsWith('sample-wrong'))).toEqual([])
  expect(findings.filter((finding) => finding.startsWith('sample-wrong'))).toHaveLength(2)
})

test('the table of methods of the README has every method, and no other', () => {
  const listed = [...(readme.split('\n## Methods\n')[1] ?? '').matchAll(/^\| `(\w+)` +\| (`[^|]+) \|/gm)].map(
    ([, resource = '', methods = '']) => [
      resource,
      [...methods.matchAll(/`(\w+)`/g)].map(([, method = '']) => method).sort(),
    ],
  )
  const client = new Postseal({ apiKey: 'pk_test_1' })
  const resources = Object.entries(client).filter(([name, value]) => /^[a-z]/.test(name) && isResource(value))
  const methods = resources.map(([name, resource]) => [
    name,
    Object.getOwnPropertyNames(Object.getPrototypeOf(resource))
      .filter((method) => method !== 'constructor')
      .sort(),
  ])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(methods))
})

/** Returns true if a value is a resource of the client: an object of a class of its own. */
function isResource(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) !== Object.prototype
}
