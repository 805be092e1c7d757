import { expect, test } from 'vitest'
import { knownVariables } from '../../../server/platform/config/config.js'
import { unknownVariables } from '../../../server/platform/config/variables/unknown-variables.js'

test('a misspelt variable is named with the one that was meant', () => {
  expect(unknownVariables({ POSTSEAL_TRANSPORTS: 'mx', POSTSEAL_SECRETKEY: 'x', PATH: '/bin' })).toEqual([
    'Unknown variable POSTSEAL_TRANSPORTS (ignored). Did you mean POSTSEAL_TRANSPORT?',
    'Unknown variable POSTSEAL_SECRETKEY (ignored). Did you mean POSTSEAL_SECRET_KEY?',
  ])
})

test('names are compared without the prefix that most of them have', () => {
  expect(unknownVariables({ POSTSEAL_PORT: '4000' })).toEqual([
    'Unknown variable POSTSEAL_PORT (ignored). Did you mean PORT?',
  ])
})

test('one that is like no other is named alone, and one that is empty is not set', () => {
  expect(unknownVariables({ POSTSEAL_COLOUR_OF_BANNER: 'red', POSTSEAL_HOSTNAMES: ' ' })).toEqual([
    'Unknown variable POSTSEAL_COLOUR_OF_BANNER (ignored).',
  ])
})

test('variables that are read, and those of clients, are not unknown', () => {
  const known = [...knownVariables(), 'POSTSEAL_API_KEY', 'POSTSEAL_BASE_URL', 'POSTSEAL_WEBHOOK_SECRET']
  expect(known).toContain('POSTSEAL_INBOUND_TLS_KEY')
  expect(unknownVariables(Object.fromEntries(known.map((name) => [name, 'x'])))).toEqual([])
})
