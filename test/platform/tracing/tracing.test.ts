import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { batcher } from '../../../server/platform/db/batching/batcher.js'
import { startTracing } from '../../../server/platform/tracing/sdk.js'
import {
  beginCall,
  currentPlace,
  currentTraceparent,
  inStoredPlace,
  serveTraced,
} from '../../../server/platform/tracing/tracing.js'
import { startReceiver, type Receiver } from '../../support/webhooks/receiver.js'

const ids = '4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7'
const silent = pino({ level: 'silent' })
let ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.reverse()) await end()
  ends = []
})

/** Traces to a collector that answers like this, until the end of the test. */
async function traced(answer: Receiver['answer'] = 200) {
  const collector = await startReceiver()
  collector.answer = answer
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${collector.port}`
  const tracing = startTracing(silent, 100)
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  ends.push(
    () => collector.close(),
    () => tracing.close(),
  )
  return { collector, tracing }
}

const headOf = (traceparent: string | undefined) => traceparent?.slice(3, 35)

test.each([
  ['this version', `00-${ids}-01`, true],
  ['one that the caller does not sample', `00-${ids}-00`, true],
  ['a later version with more in it', `01-${ids}-01-more`, true],
  ['this version with more in it', `00-${ids}-01-more`, false],
  ['the version that is none', `ff-${ids}-01`, false],
  ['ids of zeros', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, false],
  ['capitals', `00-${ids.toUpperCase()}-01`, false],
  ['anything else', 'traceparent', false],
  ['nothing', undefined, false],
])('a traceparent: %s', async (_what, traceparent, isContinued) => {
  await traced()
  const seen = serveTraced(
    traceparent,
    'GET /',
    () => ({}),
    () => currentTraceparent(),
  )
  // What the caller does not sample is not recorded, so nothing is a part of it.
  if (traceparent?.endsWith('-00')) expect(seen).toBeUndefined()
  else expect(headOf(seen) === ids.slice(0, 32)).toBe(isContinued)
  expect(inStoredPlace(traceparent, () => headOf(currentTraceparent()) === ids.slice(0, 32))).toBe(
    isContinued,
  )
})

test('a collector that answers nothing is waited for as long as a stop allows', async () => {
  const { collector, tracing } = await traced('silence')
  serveTraced(
    undefined,
    'GET /',
    () => ({}),
    (span) => span?.end(),
  )
  const closed = tracing.close()
  await collector.count(1)
  await closed
  expect(serveTraced(undefined, 'GET /', () => ({}), currentPlace)).toBeUndefined()
})

test('what outlives its request is in no trace, and what a batch does is not of who began it', async () => {
  await traced()
  const places: unknown[] = []
  const share = batcher((items: string[]) => {
    places.push(beginCall('shared', () => ({}))?.spanContext().traceId)
    return Promise.resolve(items)
  })
  const request = (item: string) =>
    serveTraced(
      undefined,
      'GET /',
      () => ({}),
      (span) => ({ span, done: share(item) }),
    )
  const first = request('a')
  await first.done
  const left = inStoredPlace(`00-${ids}-01`, () => share('b'))
  await left
  await share('c')
  expect(places).toEqual([first.span?.spanContext().traceId, ids.slice(0, 32), undefined])
  const ended = serveTraced(
    undefined,
    'GET /',
    () => ({}),
    (span) => {
      const later = Promise.resolve().then(currentPlace)
      span?.end()
      return later
    },
  )
  expect(await ended).toBeUndefined()
})
