import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openResolver } from '../../../../server/mail/dns/open-resolver.js'
import { sealer } from '../../../../server/platform/auth/sealed.js'
import { retryTransient } from '../../../../server/platform/db/transaction/retry-transient.js'
import type { Provider } from '../../../../server/product/delivery/providers/provider.js'
import type { SmtpResult } from '../../../../server/product/delivery/smtp/result.js'
import { PoolRelays } from '../../../../server/product/delivery/sources/pool-relays.js'
import { SourceRouter, type RoutedMail } from '../../../../server/product/delivery/sources/router.js'
import { openMigratedDatabase } from '../../../support/database/database.js'
import { startDns } from '../../../support/domains/dns.js'
import { send } from '../../../support/messages/mail.js'
import { mxEnv } from '../../../support/mail-servers/mx.js'
import { heldPort } from '../../../support/network/ports.js'
import { startTestService } from '../../../support/service/service.js'
import { startSmtpServer } from '../../../support/mail-servers/smtp.js'
import { until } from '../../../support/time/until.js'

/** Tests that a source's mail is counted while the database cuts each connection that writes the count. */

const log = pino({ level: 'silent' })
const noRelay = () => {
  throw new Error('there is no relay')
}
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const address = '127.0.1.1'
const addSource = `insert into sending_pools (name, schedule) values ('default', '{50}');
  insert into sending_sources (address, bind, name, pool, checked_at)
  values ('${address}', '${address}', 'mta1.sender.example', 'default', now())`

/** From now on the database ends the session of who suspends a source. `cuts` counts them. */
const cutSuspensions = `create sequence cuts;
  create function cut() returns trigger language plpgsql as
    $$ begin perform nextval('cuts'), pg_terminate_backend(pg_backend_pid()); return new; end $$;
  create trigger cut before insert on source_suspensions for each row execute function cut()`
/** A trigger that cuts each connection which writes what a source has sent. */
const cutCounts =
  'create trigger cut before update on source_days for each row when (new.sent > old.sent) execute function cut()'

const tired = '4.7.28 Unusual rate of mail from your address.'
const provider: Provider = {
  id: 'one',
  name: 'One',
  exchanges: ['one.example'],
  connections: 1,
  aboutSource: [{ pattern: /4\.7\.28/, minutes: 15 }],
  see: [],
}
const replied = (step: 'rcpt' | 'end', code: number, text: string): SmtpResult => ({
  step,
  reply: { code, enhanced_code: null, text, host: 'mx.one.example' },
})

test('the end of a mail frees its slot and keeps its count, whatever the database does', async () => {
  const dns = await startDns({ 'shop.example': { MX: [[10, 'mx.one.example']] } })
  ends.push(() => dns.close())
  const database = await openMigratedDatabase(1)
  ends.push(() => database.drop())
  const { db } = database
  // What comes after a cut may meet the connection that was cut, as in the worker.
  const sql = (text: string) => retryTransient(10, async () => (await db.raw<{ rows: unknown[] }>(text)).rows)
  await sql(addSource)
  let now = Date.parse('2030-01-31T10:00:00Z')
  const router = new SourceRouter({
    db,
    resolver: openResolver([dns.server]),
    providers: [provider],
    relays: new PoolRelays({ sealer: sealer(new Uint8Array(32)), transportTo: noRelay, log }),
    sourcesMs: 0,
    countsMs: 5000,
    processes: () => 1,
    now: () => new Date(now),
    log,
  })
  ends.push(() => router.close())
  const mail: RoutedMail = {
    workspaceId: '00000000-0000-4000-8000-000000000001',
    messageId: '00000000-0000-4000-8000-000000000002',
    stream: 'transactional',
    destination: 'shop.example',
  }
  const route = () => retryTransient(10, () => router.route(mail))
  const sendOne = async (result: SmtpResult | undefined) => {
    const routed = await route()
    if (routed.kind !== 'go') throw new Error(`not sent: ${JSON.stringify(routed)}`)
    await routed.end(result)
  }
  await sendOne(replied('end', 250, 'OK'))
  await sql(`${cutSuspensions}; ${cutCounts}`)
  await sendOne(replied('end', 250, 'OK'))
  await sendOne(undefined)
  await sendOne(replied('rcpt', 421, tired))
  expect(await route()).toMatchObject({ kind: 'wait', reason: 'provider' })
  now += 16 * 60_000
  // The provider takes one at once: each before has given its slot back.
  await sendOne(replied('end', 250, 'OK'))

  await router.close()
  // The first one may have been written before.
  expect(await sql('select sent <= 1 as few, last_value >= 2 as cut from source_days, cuts')).toEqual([
    { few: true, cut: true },
  ])
  await sql('drop trigger cut on source_days')
  await router.close()
  expect(await sql('select sent, deferred, taken from source_days')).toEqual([
    { sent: 4, deferred: 1, taken: 4 },
  ])
})

test('a refusal is recorded where the suspension cannot be, and holds in the process', async () => {
  const port = await heldPort()
  const dns = await startDns({
    'gmail.example': { MX: [[10, 'mx1.google.com']] },
    'company.example': { MX: [[10, 'mx1.google.com']] },
    'mx1.google.com': { A: ['127.0.2.1'] },
    'mta1.sender.example': { A: [address] },
    '1.1.0.127.in-addr.arpa': { PTR: ['mta1.sender.example'] },
  })
  ends.push(() => dns.close())
  const google = await startSmtpServer(
    port,
    undefined,
    {
      onRcptTo: (_to, _session, done) =>
        done(Object.assign(new Error('4.7.28 An unusual rate from your IP address.'), { responseCode: 421 })),
    },
    '127.0.2.1',
  )
  ends.push(() => google.close())
  const service = await startTestService({
    env: mxEnv(dns, '127.0.2.0/24'),
    delivery: { mxPort: port, sourcesMs: 0 },
  })
  ends.push(() => service.stop())
  await service.sql.query(addSource)
  await service.sql.query(cutSuspensions)
  const logOf = async (recipient: string) => {
    const text = 'select status, waiting_for, attempts from message_logs where recipient = $1'
    const { rows } = await service.sql.query<{ waiting_for: string | null; attempts: object[] }>(text, [
      recipient,
    ])
    return rows[0]
  }
  await send(service, 'ada@gmail.example')
  const refused = await until(async () => {
    const log = await logOf('ada@gmail.example')
    return log !== undefined && log.attempts.length > 0 && log
  }, 'the refusal')
  expect(refused).toMatchObject({
    status: 'deferred',
    attempts: [{ outcome: 'deferred', source: { address } }],
  })
  const { rows } = await service.sql.query(
    'select last_value::int as cuts, (select count(*)::int from source_suspensions) as suspended from cuts',
  )
  expect(rows).toEqual([{ cuts: 1, suspended: 0 }])
  // Of another domain: the first one is left alone in any case.
  await send(service, 'bert@company.example')
  await until(
    async () => (await logOf('bert@company.example'))?.waiting_for === 'provider',
    'the wait for the provider',
  )
  expect((await logOf('bert@company.example'))?.attempts).toEqual([])
})
