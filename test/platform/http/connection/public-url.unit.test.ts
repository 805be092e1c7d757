import { expect, test } from 'vitest'
import { localUrl, publicUrl } from '../../../../server/platform/http/connection/public-url.js'

test.each([
  [undefined, 'http://localhost:4321'],
  ['127.0.0.1', 'http://127.0.0.1:4321'],
  ['0.0.0.0', 'http://127.0.0.1:4321'],
  ['::', 'http://127.0.0.1:4321'],
  ['::1', 'http://[::1]:4321'],
  ['192.0.2.7', 'http://192.0.2.7:4321'],
])('a service that listens on %s is reached at %s', (host, url) => {
  expect(localUrl(host, 4321)).toBe(url)
  expect(publicUrl({ host, publicUrl: undefined }, 4321)).toBe(url)
})

test('the address that the operator names counts more', () => {
  expect(publicUrl({ host: '127.0.0.1', publicUrl: 'https://mail.example/post' }, 4321)).toBe(
    'https://mail.example/post',
  )
})
