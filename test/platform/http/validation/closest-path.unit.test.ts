import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownContract } from '../../../../server/platform/http/operation/contract.js'
import { closestPath } from '../../../../server/platform/http/validation/closest-path.js'
import { runs } from '../../../support/run/sampled.js'

const paths = Object.keys(ownContract().paths)

describe('the path that was meant', () => {
  test.each([
    ['/messages', '/v1/messages'],
    ['/v1/message', '/v1/messages'],
    ['/v1/v1/messages', '/v1/messages'],
    ['/console/v1/messages', '/v1/messages'],
    ['/api/messages', '/v1/messages'],
    ['/v2/messages', '/v1/messages'],
    ['/v1//messages', '/v1/messages'],
    ['/v1/messages/', '/v1/messages'],
    ['/V1/Message_Logs', '/v1/message-logs'],
    ['/v1/deletion', '/v1/deletions'],
    ['/v1/dmarc/sources', '/v1/deliverability/dmarc/sources'],
    ['/v1/message/msg_01kbf3yq0ge8gvk2c5m7x9t3ea/contents', '/v1/messages/{id}/content'],
    ['/v1/webhooks', '/v1/webhooks/status'],
  ])('by %s is %s', (asked, meant) => expect(closestPath(asked)).toBe(meant))

  test.each(paths)('%s is found without its version, behind another one, and with a slash', (path) => {
    const asked = path.replaceAll(/\{\w+\}/g, 'x_1')
    for (const slip of [asked.slice(3), `/v1${asked}`, `/console${asked}`, `${asked}/`])
      expect(closestPath(slip), slip).toBe(path)
  })
})

test.each([
  '/',
  '/v1',
  '/console',
  '/sink',
  '/wp-login.php',
  '/v1/nothing',
  '/.env',
  '/v1/__proto__',
  '/constructor',
])('%s is like none', (asked) => expect(closestPath(asked)).toBeUndefined())

test('whatever is asked for, the answer is a path of the contract', () => {
  const part = fc.oneof(fc.constantFrom(...paths.flatMap((path) => path.split('/'))), fc.string())
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const meant = closestPath(`/${parts.join('/')}`)
      expect(meant === undefined || paths.includes(meant)).toBe(true)
    }),
    { numRuns: runs(500) },
  )
})
