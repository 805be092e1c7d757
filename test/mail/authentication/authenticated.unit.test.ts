import { expect, test } from 'vitest'
import { isAuthenticated } from '../../../server/mail/authentication/authenticated.js'
import type { CheckedAuth } from '../../../server/mail/mime/parsed-mail.js'

type Result = CheckedAuth['spf']['result']

const auth = (
  dmarc: Result,
  spf: [Result, string | null] = ['none', null],
  dkim: [Result, string | null] = ['none', null],
): CheckedAuth => ({
  spf: { result: spf[0], domain: spf[1] },
  dkim: [{ result: dkim[0], domain: dkim[1], selector: 's' }],
  dmarc: { result: dmarc, domain: dmarc === 'permerror' ? null : 'shop.example', policy: null },
})

test.each<[string, CheckedAuth, boolean]>([
  ['DMARC passes', auth('pass'), true],
  ['it came to the sink', auth('not_checked'), true],
  ['DMARC fails', auth('fail', ['fail', 'shop.example']), false],
  ['there is no From to vouch for', auth('permerror', ['pass', 'shop.example']), false],
  ['the DNS gave no answer', auth('temperror', ['pass', 'shop.example']), false],
  ['there is no record, and nothing passes', auth('none', ['softfail', 'shop.example']), false],
  ['there is no record, and SPF passes for it', auth('none', ['pass', 'shop.example']), true],
  ['there is no record, and SPF passes below it', auth('none', ['pass', 'mail.shop.example']), true],
  [
    'there is no record, and a signature passes for it',
    auth('none', undefined, ['pass', 'shop.example']),
    true,
  ],
  ['there is no record, and others pass', auth('none', ['pass', 'a.example'], ['pass', 'b.example']), false],
])('a message is authenticated where %s: %#', (_why, given, expected) => {
  expect(isAuthenticated(given)).toBe(expected)
})
