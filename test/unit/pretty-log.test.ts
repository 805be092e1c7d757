import { expect, test } from 'vitest'
import { prettyLine, type LineStyle } from '../../server/log/pretty-line.js'
import { presentError } from '../../server/log-error.js'

const plain: LineStyle = { colours: false, requests: 'failed' }
const line = (fields: object, style = plain) =>
  prettyLine(JSON.stringify({ level: 30, time: new Date(2026, 0, 2, 3, 4, 5).getTime(), ...fields }), style)
const request = { role: 'api', method: 'GET', operation: 'listMessages', ms: 7.5, msg: 'request' }

test('a line has its time, level, role and message, and what else there is to it', () => {
  expect(line({ role: 'sink', port: 2525, roles: ['api', 'sink'], msg: 'listening' })).toBe(
    '03:04:05 INFO  sink listening port=2525 roles=api,sink\n',
  )
})

test('requests that succeed are left out unless all are wanted', () => {
  expect(line({ ...request, status: 200 })).toBeUndefined()
  expect(line({ ...request, status: 304 })).toBeUndefined()
  expect(line({ ...request, status: 422, code: 'validation_failed' })).toBe(
    '03:04:05 INFO  api GET listMessages 422 7.5 ms code=validation_failed\n',
  )
  expect(line({ ...request, status: 200 }, { ...plain, requests: 'all' })).toMatch(/ 200 7\.5 ms\n$/)
})

test('an error has its stack below it', () => {
  const text = line({
    level: 60,
    err: presentError(new TypeError('broken')),
    msg: 'the service cannot go on',
  })
  expect(text).toMatch(/^03:04:05 FATAL the service cannot go on TypeError: broken\n {4}at /)
})

test('nothing that a stranger chose reaches the terminal as a command', () => {
  const path = '/\u001b[2J\u009b31m\r\n\u202e/x\u0007'
  const text = line({
    ...request,
    operation: undefined,
    path,
    status: 404,
    [path]: path,
    err: { message: path },
  })
  expect(text).toContain('/\\u001b[2J\\u009b31m\\u000d\\u000a\\u202e/x\\u0007')
  expect(text?.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/)
})
