import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resendEvents } from '../../server/product/webhooks/formats/resend/body.js'

/** The guide names each event that a format has, and what it is there. */
test('the table of the format resend has every translation, in the order of the contract', () => {
  const guide = readFileSync(new URL('../../docs/guide/webhooks.md', import.meta.url), 'utf8')
  const [, section = ''] = guide.split('\n## Webhooks in the format of Resend\n')
  const rows = [...section.matchAll(/^\| `([a-z._]+)` +\| `([a-z._]+)` +\|$/gm)].map(([, own, theirs]) => [
    own,
    theirs,
  ])
  expect(rows).toEqual(Object.entries(resendEvents).map(([own, { type }]) => [own, type]))
})
