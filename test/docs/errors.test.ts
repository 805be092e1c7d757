import { describe, expect, test } from 'vitest'
import { document } from '../support/api/contract.js'
import { textOf } from '../support/documentation/documents.js'

interface Schema {
  readonly enum: readonly (string | null)[]
  readonly properties: Readonly<Record<string, Schema>>
}

const schemas = document.components['schemas'] as unknown as Readonly<Record<string, Schema>>
const page = textOf('docs/errors.md')

function sectionOf(heading: string): string {
  return page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
}

describe('the catalogue of errors', () => {
  const entries = new Map(
    page
      .split('\n### ')
      .slice(1)
      .map((entry) => [entry.slice(0, entry.indexOf('\n')), entry]),
  )

  test('has an entry for every code of the contract, and no other', () => {
    expect([...entries.keys()].sort()).toEqual([...(schemas['ErrorCode']?.enum ?? [])].sort())
  })

  test.each([...entries])('has a cause and a remedy for %s', (_code, entry) => {
    const [, cause = '', remedy = ''] = entry.match(/^\w+\n\n([\s\S]+?)\n\n\*\*Remedy:\*\* ([\s\S]+)/) ?? []
    expect(cause.length).toBeGreaterThan(20)
    expect(remedy.length).toBeGreaterThan(10)
  })

  test('has each code under the status that the contract lists it for', () => {
    const replies = document.components['responses'] as Record<
      string,
      { description: string; content: Record<string, { example: { error: { code: string } } }> }
    >
    const statusOf = new Map<string, string>()
    for (const item of Object.values(document.paths)) {
      for (const operation of Object.values(item as Record<string, { responses?: Record<string, any> }>)) {
        for (const [status, reply] of Object.entries(operation.responses ?? {})) {
          const name =
            String(reply.$ref ?? '')
              .split('/')
              .at(-1) ?? ''
          const codes = replies[name]?.description.match(/`[a-z]+(_[a-z]+)*`/g) ?? []
          for (const code of codes) statusOf.set(code.replaceAll('`', ''), status)
        }
      }
    }
    const listed = [...entries.keys()].filter((code) => statusOf.has(code))
    expect(listed.length).toBeGreaterThan(20)
    for (const code of listed) expect(sectionOf(statusOf.get(code) ?? ''), code).toContain(`\n### ${code}\n`)
  })
})

test.each([
  ['Webhook attempts', schemas['WebhookErrorCode']],
  ['Bounce classes', schemas['BounceClass']],
  ['DMARC ramp', schemas['DmarcBlocker']?.properties['code']],
])('the table of %s has every code of the contract', (heading, schema) => {
  const listed = [...sectionOf(heading).matchAll(/^\| `(\w+)`/gm)].map((match) => match[1])
  expect(listed).toEqual(schema?.enum.filter((code) => code !== null))
})
