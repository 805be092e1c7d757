import fc from 'fast-check'
import { validateHeaderValue } from 'node:http'
import { expect, test } from 'vitest'
import { attachmentDisposition } from '../../../../server/platform/http/reply/disposition.js'
import { runs } from '../../../support/run/sampled.js'

/** Names of files that strangers have made up, as a header (RFC 6266, RFC 8187). */

test.each([
  ['receipt.pdf', 'attachment; filename="receipt.pdf"'],
  ['two words.txt', 'attachment; filename="two words.txt"'],
  ['"quoted".txt', `attachment; filename="_quoted_.txt"; filename*=UTF-8''%22quoted%22.txt`],
  ['a\\b/c.txt', 'attachment; filename="a_b_c.txt"'],
  ['a\r\nSet-Cookie: b=c', 'attachment; filename="a__Set-Cookie: b=c"'],
  ['a\0b\x1b\x7f.txt', 'attachment; filename="a_b__.txt"'],
  ['100%.txt', `attachment; filename="100_.txt"; filename*=UTF-8''100%25.txt`],
  ['Größe.pdf', `attachment; filename="Gr__e.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`],
  ['👋.txt', `attachment; filename="_.txt"; filename*=UTF-8''%F0%9F%91%8B.txt`],
  ["it's (1)*ö", `attachment; filename="it's (1)*_"; filename*=UTF-8''it%27s%20%281%29%2A%C3%B6`],
  // What looks like cod.exe's end but is none: the order of the letters is turned.
  ['fdp\u202Eexe.cod', 'attachment; filename="fdp_exe.cod"'],
  ['half \ud83d pair', 'attachment; filename="half _ pair"'],
  ['; filename=evil.exe', 'attachment; filename="; filename=evil.exe"'],
  ['   ', 'attachment; filename="attachment"'],
  ['', 'attachment; filename="attachment"'],
])('%j', (name, header) => {
  expect(attachmentDisposition(name)).toBe(header)
})

test('whatever the name, it is a header with nothing after the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 255 }), (name) => {
      const header = attachmentDisposition(name)
      validateHeaderValue('Content-Disposition', header)
      const form =
        /^attachment; filename="([ !#$&-[\]-~]+)"(?:; filename\*=UTF-8''((?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})+))?$/
      const [, plain = '', encoded] = form.exec(header) ?? []
      expect(plain, header).not.toBe('')
      expect(decodeURIComponent(encoded ?? plain)).not.toMatch(/[\p{Cc}\p{Cs}/\\]/u)
    }),
    { numRuns: runs(500) },
  )
})
