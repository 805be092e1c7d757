import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../../../server/platform/log/open-log.js'
import { prettyLine, type LineStyle } from '../../../server/platform/log/pretty-line.js'
import { presentError } from '../../../server/platform/log/log-error.js'
import { newDataDir } from '../../support/run/scratch-folder.js'

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
    msg: 'the service cannot continue',
  })
  expect(text).toMatch(/^03:04:05 FATAL the service cannot continue TypeError: broken\n {4}at /)
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

/** Logs two requests to a stream, and returns what the stream was told to write, and what its file has. */
function logged(isTTY: boolean, logLevel: string, logFormat?: 'json' | 'pretty') {
  const file = path.join(newDataDir(), 'log')
  const fd = openSync(file, 'a')
  onTestFinished(() => closeSync(fd))
  const lines: string[] = []
  const stream = { fd, isTTY, hasColors: () => false, write: (text: string) => lines.push(text) }
  const log = openLog({ logLevel, logFormat }, stream as unknown as typeof process.stdout)
  log.info({ ...request, status: 200 }, 'request')
  log.info({ ...request, status: 404 }, 'request')
  return { lines, json: readFileSync(file, 'utf8') }
}

test.for([
  ['a terminal', true, 'info', undefined, 1],
  ['a terminal, with all requests', true, 'debug', undefined, 2],
  ['a file, where pretty lines are asked for', false, 'info', 'pretty', 1],
] as const)('lines for people go to %s', ([_, isTTY, level, format, count]) => {
  const { lines, json } = logged(isTTY, level, format)
  expect(lines).toHaveLength(count)
  expect(lines.at(-1)).toMatch(/^\d\d:\d\d:\d\d INFO  api GET listMessages 404 7\.5 ms\n$/)
  expect(json).toBe('')
})

test.each([
  ['a file', false, undefined],
  ['a terminal, where JSON is asked for', true, 'json'],
] as const)('lines of JSON go to %s', (_, isTTY, format) => {
  const { lines, json } = logged(isTTY, 'info', format)
  expect(lines).toEqual([])
  const statuses = json
    .trim()
    .split('\n')
    .map((text) => (JSON.parse(text) as { status: number }).status)
  expect(statuses).toEqual([200, 404])
})
