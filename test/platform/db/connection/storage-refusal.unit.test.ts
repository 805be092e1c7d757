import { expect, test } from 'vitest'
import {
  refusalSentences,
  storageRefusalOf,
} from '../../../../server/platform/db/connection/storage-refusal.js'
import { isUnavailable } from '../../../../server/platform/db/connection/unavailable.js'

const failure = (code: string, message = 'It failed.') => Object.assign(new Error(message), { code })

test.each([
  ['53100', 'disk_full'],
  ['53200', 'out_of_resources'],
  ['53400', 'out_of_resources'],
  ['25006', 'read_only'],
  ['58030', 'system_error'],
  ['58000', 'system_error'],
] as const)('%s means that the database stores nothing: %s', (code, refusal) => {
  expect(storageRefusalOf(failure(code))).toBe(refusal)
  expect(isUnavailable(failure(code))).toBe(true)
  expect(refusalSentences[refusal]).toMatch(/^The database.*\.$/)
})

test('a file system that turned read-only is told from a missing privilege', () => {
  const message = 'insert … - could not open file "base/5/6113": Read-only file system'
  expect(storageRefusalOf(failure('42501', message))).toBe('read_only')
  expect(storageRefusalOf(failure('42501', 'permission denied for table events'))).toBeUndefined()
})

test.each(['53300', '58P01', '23505', '57014', 'ECONNREFUSED'])('%s is no such reason', (code) => {
  expect(storageRefusalOf(failure(code))).toBeUndefined()
})

test('what is no error has no reason', () => {
  expect(storageRefusalOf(undefined)).toBeUndefined()
  expect(storageRefusalOf(new Error('It failed.'))).toBeUndefined()
})
