import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { wireNames } from '../../server/platform/config/wires.js'

const script = new URL('../../scripts/generate/wire-reference.mjs', import.meta.url)
const { wireReference } = (await import(script.href)) as {
  readonly wireReference: (name: string, contract: unknown) => string
}

test.each(wireNames)('the page of calls and fields of %s is made from its contract', (name) => {
  const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  const contract: unknown = JSON.parse(read(`generated/wires/${name}.json`))
  expect(read(`docs/guide/${name}-reference.md`)).toBe(wireReference(name, contract))
})
