import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createMigratedDatabase } from '../../../support/database/database.js'
import { startDns } from '../../../support/domains/dns.js'
import { mxEnv } from '../../../support/mail-servers/mx.js'
import { heldPort } from '../../../support/network/ports.js'
import { commandProcess } from '../../../support/commands/command-process.js'
import { serviceEnv, startProcess, type Env } from '../../../support/service/process.js'
import { newDataDir } from '../../../support/run/scratch-folder.js'
import { orders, sendAll, sendOrder } from '../../../support/messages/senders.js'
import { startSmtpServer } from '../../../support/mail-servers/smtp.js'
import { until } from '../../../support/time/until.js'
import { toThisMachine } from '../../../support/webhooks/webhook-deliveries.js'

/** Workers are killed in the middle of mail by a source that warms up, while an operator changes the warm-up. */

const [source, exchange] = ['127.0.1.1', '127.0.2.1']
const cap = 60

test('no kill and no change of a warm-up passes the cap of a day, and none leaves mail behind', async () => {
  const database = await createMigratedDatabase()
  const sql = new pg.Pool({ connectionString: database.url, max: 2 })
  const dns = await startDns({
    'example.com': { MX: [[10, 'mx1.google.com']] },
    'mx1.google.com': { A: [exchange] },
    'mta1.sender.example': { A: [source] },
    '1.1.0.127.in-addr.arpa': { PTR: ['mta1.sender.example'] },
  })
  const port = await heldPort()
  const seen = new Map<string, number>()
  /** Number of recipients that the provider takes until it falls silent and calls `onSilence`. */
  let left = 0
  let onSilence: () => void = () => undefined
  const provider = await startSmtpServer(
    port,
    undefined,
    {
      onRcptTo: ({ address }, _session, done) => {
        if (left === 0) return onSilence()
        left -= 1
        seen.set(address, (seen.get(address) ?? 0) + 1)
        return done()
      },
    },
    exchange,
  )
  const count = () => [...seen.values()].reduce((sum, each) => sum + each, 0)
  const env: Env = await serviceEnv({
    ...mxEnv(dns, '127.0.2.0/24'),
    ...toThisMachine,
    DATABASE_URL: database.url,
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    POSTSEAL_LOG_LEVEL: 'warn',
  })
  const api = await startProcess({ ...env, POSTSEAL_ROLES: 'api' })
  const operator = async (...args: string[]) => {
    const ended = await commandProcess(env, ...args)
    expect(ended, args.join(' ')).toMatchObject({ code: expect.toBeOneOf([0, 1]) as number, stderr: '' })
  }
  const startWorker = async () =>
    startProcess(
      {
        ...env,
        PORT: String(await heldPort()),
        POSTSEAL_DATA_DIR: newDataDir(),
        POSTSEAL_ROLES: 'delivery',
      },
      { delivery: { mxPort: port, sourcesMs: 0, throttleMs: 0, pollMs: 50 } },
    )
  /** Makes what waits due, and gives the worker a moment for it. */
  const dueAgain = async () => {
    await sql.query('update delivery_queue set due_at = now() where lease is null and due_at > now()')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  try {
    await operator('source', 'add', source, '--name', 'mta1.sender.example', '--pool', 'default')
    await operator('pool', 'schedule', 'default', `${cap},120`)
    const list = orders(100)
    await sendAll(list, 8, async (order) => expect((await sendOrder(api, order)).status).toBe(202))

    const inHand = new Set<string>()
    const changes: readonly (readonly string[])[] = [
      ['source', 'drain', source],
      ['source', 'resume', source],
      ['pool', 'schedule', 'default', `${cap},70,80`],
    ]
    for (const [round, change] of changes.entries()) {
      left = 5
      const worker = await startWorker()
      const killed = new Promise<string>((resolve) => {
        onSilence = () => {
          onSilence = () => undefined
          // The change comes while mail is on its way, and the kill right after it.
          void operator(...change)
            .then(() => worker.kill('SIGKILL'))
            .then(() => resolve('killed'))
        }
      })
      // What a drained source kept waiting is due again once it takes mail.
      if (round === 1) await operator('source', 'resume', source)
      while ((await Promise.race([killed, dueAgain()])) !== 'killed') continue
      const { rows } = await sql.query<{ recipient: string }>(
        `update delivery_queue queue set due_at = now(), lease = null from message_logs log
         where queue.lease is not null and log.workspace_id = queue.workspace_id and log.id = queue.log_id
         returning log.recipient`,
      )
      for (const { recipient } of rows) inHand.add(recipient)
    }
    left = Infinity
    await operator('source', 'resume', source)
    await dueAgain()
    const last = await startWorker()
    const states = async () => {
      const { rows } = await sql.query<{ status: string; waits: boolean; count: number }>(
        `select status, waiting_for is not null as waits, count(*)::integer as count from message_logs
         group by 1, 2`,
      )
      return rows
    }
    await until(
      async () => (await states()).every(({ status, waits }) => status === 'delivered' || waits),
      'all mail to be delivered or to wait for its day',
    )
    const { rows: days } = await sql.query<{ cap: number; taken: number }>(
      'select cap, taken from source_days',
    )
    const caps = days.reduce((sum, day) => sum + day.cap, 0)
    for (const day of days) expect(day.taken).toBeLessThanOrEqual(day.cap)
    expect(count()).toBeLessThanOrEqual(caps)
    expect(count()).toBeGreaterThan(0)
    for (const [recipient, times] of seen) if (times > 1) expect(inHand).toContain(recipient)

    // What waits goes once its source may send it.
    await operator('source', 'remove', source)
    await operator('source', 'add', source, '--name', 'mta1.sender.example', '--pool', 'default', '--warm')
    await until(async () => {
      await dueAgain()
      return (await sql.query('select from delivery_queue limit 1')).rowCount === 0
    }, 'the end of all deliveries')
    expect(seen.size).toBe(100)
    expect(await last.kill('SIGTERM')).toMatchObject({ code: 0 })
  } finally {
    await api.stop()
    await provider.close()
    await dns.close()
    await sql.end()
    await database.drop()
  }
})
