import { expect, test } from 'vitest'
import { parseUrl } from '../../../base/addresses/parse-url.js'
import { admitListUnsubscribe } from '../../../server/product/messages/admit/headers.js'

/** V8 compiles a function for speed after some thousand calls. What it says may not change with that. */
const calls = 20_000

test.each(['https://b\u00fccher.example/', 'https://shop.example/Gr\u00fc\u00dfe?n=\u00e9'])(
  '%s is a URL, however often somebody asks',
  (url) => {
    const refused = Array.from({ length: calls }, () => parseUrl(url)).filter(
      (parsed) => parsed === undefined,
    )
    expect(refused).toEqual([])
    for (let call = 0; call < calls; call += 1) admitListUnsubscribe({ url }, '/body')
  },
)

test.each(['', 'shop.example', 'https://', 'http://[::1'])('%s is none', (text) => {
  expect(parseUrl(text)).toBeUndefined()
})
