import { expect, test } from 'vitest'
import { relyingPartyOf } from '../../../../server/product/sign-in/passkeys/relying-party.js'
import { handleOf, ownerOfHandle } from '../../../../server/product/sign-in/passkeys/user-handle.js'

test.each([
  ['https://mail.example.com', 'mail.example.com', 'https://mail.example.com'],
  ['https://mail.example.com:8443/postseal', 'mail.example.com', 'https://mail.example.com:8443'],
  ['http://localhost:4000', 'localhost', 'http://localhost:4000'],
  ['http://postseal.localhost:4000', 'postseal.localhost', 'http://postseal.localhost:4000'],
])('passkeys at %s are for %s', (url, id, origin) => expect(relyingPartyOf(url)).toEqual({ id, origin }))

test.each([
  'http://mail.example.com',
  'http://localhost.example.com',
  'http://127.0.0.1:4000',
  'https://127.0.0.1',
  'https://[::1]:4000',
  'http://10.0.0.1',
])('there are none at %s', (url) => expect(relyingPartyOf(url)).toBeUndefined())

test('a handle leads back to its user, and nothing else is a handle', () => {
  const owner = {
    workspaceId: '019ade3f-5c1a-7178-968a-86c2341e918a',
    userId: '019ade3f-5c1a-71ba-970e-a7ca762f15ab',
  }
  expect(ownerOfHandle(handleOf(owner))).toEqual(owner)
  expect(handleOf(owner)).toHaveLength(43)
  for (const other of ['', 'A', 'A'.repeat(42), 'A'.repeat(44), `${handleOf(owner)}A`, 'B'.repeat(43)])
    expect(ownerOfHandle(other), other).toBeUndefined()
})
