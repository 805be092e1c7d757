import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerOf, command, commandEnv } from '../../support/commands/cli.js'
import { eventsOf, logsOf, send, type AcceptedMessage } from '../../support/messages/mail.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { until } from '../../support/time/until.js'

/** The operator looks at the queue, has it tried again, and drops from it, beside a running service. */

let service: TestService
/** To two servers that refuse it for now. */
let deferred: AcceptedMessage
/** In a worker's hand, and due tomorrow. */
let slow: AcceptedMessage
let scheduled: AcceptedMessage
const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

beforeAll(async () => {
  // At its end it has a delivery in flight that would take a minute.
  service = await startTestService({ delivery: { drainSeconds: 0 } })
  deferred = await send(service, ['defer+always@busy.example', 'defer+always@other.example'])
  slow = await send(service, 'slow+60000@slow.example')
  scheduled = await send(service, 'ada@later.example', { scheduled_at: tomorrow })
  await untilAttempts([1, 1])
})
afterAll(() => service.stop())

const cli = (...args: string[]) => command(commandEnv(service), ...args)
const answered = (...args: string[]) => answerOf(cli(...args))

/** Waits until as many attempts were made at the deferred message's recipients, who come sorted. */
async function untilAttempts(wanted: number[]): Promise<void> {
  await until(
    async () => {
      const logs = (await logsOf(service, deferred)).sort((a, b) => (a.recipient < b.recipient ? -1 : 1))
      return String(logs.map(({ attempts }) => attempts.length)) === String(wanted)
    },
    `${String(wanted)} attempts`,
  )
}

test('the queue is listed by destination, with what waits and why', async () => {
  const text = await answered('queue')
  const workspace = service.credentials.workspace_id
  expect(text.split('\n')).toHaveLength(4)
  expect(text).toMatch(
    new RegExp(
      `^${workspace}  busy\\.example  1 waiting: next due at \\S+Z; last \\w+: 451 4\\.3\\.0 .* \\(\\S+\\)$`,
      'm',
    ),
  )
  expect(text).toMatch(/ {2}slow\.example {2}1 waiting: 1 in flight$/m)
  expect(text).toContain(`later.example  1 waiting: next due at ${tomorrow}`)
  expect(await answered('queue', 'list')).toBe(text)

  const { data, total } = JSON.parse(
    await answered('queue', '--json', '--destination', 'Busy.Example', '--workspace', workspace),
  ) as { data: unknown[]; total: number }
  expect(total).toBe(1)
  expect(data).toMatchObject([
    {
      workspace_id: workspace,
      destination: 'busy.example',
      halted: false,
      count: 1,
      due: 0,
      leased: 0,
      oldest_due_at: null,
      last_attempt: { outcome: 'deferred', reply: { code: 451 } },
    },
  ])
})

test('deliveries are listed one by one', async () => {
  const lines = (await answered('queue', 'list', '--messages')).split('\n')
  const line = (recipient: string) => lines.find((each) => each.includes(`  ${recipient}  `))
  expect(lines).toHaveLength(4)
  expect(line('defer+always@busy.example')).toMatch(/^log_\S+ .* 1 attempt, due at \S+Z; last .*451 4\.3\.0/)
  expect(line('slow+60000@slow.example')).toMatch(/0 attempts, in flight until \S+Z at least$/)
  const { data } = JSON.parse(await answered('queue', '--messages', '--json')) as { data: object[] }
  expect(data.at(-1)).toMatchObject({
    log_id: scheduled.recipients[0]?.log_id,
    recipient: 'ada@later.example',
    attempts: 0,
    leased: false,
    leased_until: null,
    next_attempt_at: tomorrow,
    last_attempt: null,
  })
})

test('deferred deliveries are tried again at once, and no others are', async () => {
  expect(await answered('queue', 'retry', '--destination', 'busy.example')).toBe('1 delivery is due now.')
  await untilAttempts([2, 1])
  expect(JSON.parse(await answered('queue', 'retry', '--all', '--json'))).toEqual({ retried: 2 })
  await untilAttempts([3, 2])
  const [log] = await logsOf(service, scheduled)
  expect(log?.status).toBe('scheduled')
})

test('deliveries are dropped as failed, but for those in flight', async () => {
  const { log_id } = deferred.recipients[1] ?? { log_id: '' }
  expect(await answered('queue', 'drop', '--log', log_id)).toBe('1 delivery is dropped.')
  const log = (await logsOf(service, deferred)).find(({ id }) => id === log_id)
  expect(log).toMatchObject({ status: 'failed', next_attempt_at: null })
  expect(log?.attempts.at(-1)).toMatchObject({ outcome: 'failed', error: 'Dropped by the operator' })
  const events = (await eventsOf(service, deferred)).filter(({ type }) => type === 'message.failed')
  expect(events.map(({ data }) => data)).toMatchObject([
    { log_id, error: 'Dropped by the operator', suppressed: false },
  ])

  expect(await answered('queue', 'drop', '--workspace', service.credentials.workspace_id)).toBe(
    '2 deliveries are dropped.',
  )
  expect((await logsOf(service, scheduled)).map(({ status }) => status)).toEqual(['failed'])
  expect((await logsOf(service, slow)).map(({ status }) => status)).toEqual(['queued'])
  expect(await answered('queue', 'drop', '--all')).toBe('0 deliveries are dropped.')
  expect(await answered('queue', '--destination', 'busy.example')).toBe('Nothing waits.')
})

test.each<[string[], string, code?: number]>([
  [
    ['queue', 'retry'],
    'Choose the deliveries: --workspace, --destination, --log, --key, --project, --since, or --all.',
  ],
  [
    ['queue', 'drop'],
    'Choose the deliveries: --workspace, --destination, --log, --key, --project, --since, or --all.',
  ],
  [['queue', 'drop', '--all', '--destination', 'a.example'], '--all cannot be combined with other choices.'],
  [['queue', 'drop', '--destination', 'nonsense'], '--destination takes a domain or "sink", not "nonsense".'],
  [['queue', 'retry', '--log', 'msg_1'], '--log takes the id of a message log, log_…, not "msg_1".'],
  [['queue', 'drop', '--log', 'log_00000000000000000000000000'], 'is not waiting in the queue', 1],
  [['queue', '--workspace', 'nonsense'], 'There is no workspace nonsense.', 1],
  [['queue', 'empty'], 'error: '],
])('%j is refused with a sentence', async (args, sentence, code = 2) => {
  const ended = await cli(...args)
  expect(ended).toMatchObject({ code, stdout: '' })
  expect(ended.stderr).toContain(sentence)
  expect(ended.stderr).not.toMatch(/^\s+at /m)
})
