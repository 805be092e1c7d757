import { expect, test } from 'vitest'
import { readyFacts } from '../../../server/product/workspace/startup-banner.js'

const started = { dataDir: '/nowhere', roles: ['api'] }

test('a start logs the address that others use beside the one of this machine', () => {
  const publicUrl = 'https://mail.shop.example'
  expect(readyFacts({ ...started, publicUrl }, { port: 4203 })).toMatchObject({
    url: 'http://localhost:4203',
    public_url: publicUrl,
  })
  expect(readyFacts(started, { port: 4203 })).not.toHaveProperty('public_url')
})
