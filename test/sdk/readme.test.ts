import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compilerFindings } from '../support/sample-programs.js'

/** What the examples leave to their reader. Each is an example's own, or else this. */
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
const examples = [...readme.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1] ?? '')

/**
 * The example as a module, with what an earlier one has imported, and without what the placeholders stand
 * for.
 */
function moduleOf(example: string): string {
  const names = ['Postseal', 'APIConnectionError'].filter((name) => example.includes(name))
  const imports = example.includes("'postseal'") ? '' : `import { ${names.join(', ')} } from 'postseal'\n`
  return `${imports}${example.replace(/^import .* from 'node:.*'$/m, '')}\nexport {}`
}

test('every example of the README is right by its types', () => {
  const findings = compilerFindings([
    ...examples.map((example, index) => ({ id: `${index}`, source: moduleOf(example) })),
    { id: 'placeholders', source: placeholders },
    // To see that something is compared at all: these are wrong.
    { id: 'wrong', source: 'await client.messages.sent(body)\nconst id: number = receipt\nexport {}' },
  ])
  expect(examples.length).toBeGreaterThan(8)
  expect(findings.filter((finding) => !finding.startsWith('sample-wrong'))).toEqual([])
  expect(findings.filter((finding) => finding.startsWith('sample-wrong'))).toHaveLength(2)
})
