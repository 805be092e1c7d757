import { expect, test } from 'vitest'
import { mayDoAllOf, type Authority } from '../../../../server/platform/http/idempotency/claim.js'

/** Which credential may get the reply that another one got. */

const key = (changes: Partial<Extract<Authority, { scopes: unknown }>> = {}): Authority => ({
  kind: 'workspaceKey',
  scopes: ['messages:send', 'reports:read'],
  environment: null,
  ip_cidrs: [],
  sender_domains: [],
  ...changes,
})
const session = (role: 'owner' | 'admin' | 'member'): Authority => ({ kind: 'workspaceSession', role })

test.each<[string, Authority, Authority]>([
  ['the same', key(), key()],
  ['more scopes', key(), key({ scopes: ['reports:read'] })],
  ['no environment', key(), key({ environment: 'live' })],
  ['the same environment', key({ environment: 'live' }), key({ environment: 'live' })],
  ['a wider range', key({ ip_cidrs: ['10.0.0.0/8'] }), key({ ip_cidrs: ['10.1.0.0/16', '10.2.3.4'] })],
  [
    'more domains',
    key({ sender_domains: ['a.example', 'b.example'] }),
    key({ sender_domains: ['b.example'] }),
  ],
  ['a higher role', session('owner'), session('admin')],
])('a credential with %s may', (_name, own, other) => {
  expect(mayDoAllOf(own, other)).toBe(true)
})

test.each<[string, Authority, Authority]>([
  ['of another kind', key({ kind: 'projectKey' }), key()],
  ['for a session', key(), session('member')],
  ['that is a session for a key', session('owner'), key()],
  ['of a lower role', session('admin'), session('owner')],
  ['with fewer scopes', key({ scopes: ['reports:read'] }), key()],
  ['held to an environment', key({ environment: 'test' }), key()],
  ['held to another environment', key({ environment: 'test' }), key({ environment: 'live' })],
  ['held to addresses', key({ ip_cidrs: ['10.0.0.0/8'] }), key()],
  [
    'held to other addresses',
    key({ ip_cidrs: ['10.1.0.0/16'] }),
    key({ ip_cidrs: ['10.1.2.3', '10.2.3.4'] }),
  ],
  ['held to domains', key({ sender_domains: ['a.example'] }), key()],
  ['held to a domain above', key({ sender_domains: ['example'] }), key({ sender_domains: ['a.example'] })],
])('a credential %s may not', (_name, own, other) => {
  expect(mayDoAllOf(own, other)).toBe(false)
})
