import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { Knex } from 'knex'
import pino from 'pino'
import { readConfig } from '../../server/platform/config/config.js'
import { openDatabaseBeside } from '../../server/platform/db/connection/database.js'
import type * as Service from '../../server/process/service.js'
import { foldStatistics } from '../../server/platform/statistics/fold.js'
import type { FirstCredentials } from '../../server/product/workspace/bootstrap.js'
import { Agenda } from './agenda.js'
import { apiOf, type Api } from './api.js'
import { seedAudience, seedCampaigns, seedErasure, seedSuppressions, suppressByHand } from './audience.js'
import { beginAt, endDatabaseClock, goTo, goToInDatabase, shadowDatabaseClock } from './clock.js'
import { importReports, reviewSources, seedOtherDomains, seedVerifiedDomain } from './domains.js'
import type { DemoDns } from './dns.js'
import { Mailroom } from './mailroom.js'
import { kinds, newsletter, shipping } from './mails.js'
import { peopleOf, type Person } from './people.js'
import { seedPrograms } from './programs.js'
import { randomOf, type Random } from './random.js'
import type { Receiver } from './receiver.js'
import { hourMs, newsletterTimes, timesOf } from './rhythm.js'
import { settleTimes } from './settle-times.js'
import { Traffic } from './traffic.js'
import { DemoWebhooks, subscribe } from './webhooks.js'
import { seedLatest, seedWorkspace } from './workspace.js'

export interface SeedOptions {
  /** The data folder of a service that has not been started yet, and is not running. */
  readonly dataDir: string
  /** About the number of messages in the last 30 days. */
  readonly messages: number
  readonly dns: DemoDns
  readonly receiver: Receiver
}

const dayMs = 24 * hourMs
/** Days of history: the retention of messages, less the time for which somebody looks at the demo. */
const days = 29
/** The share of the messages that are newsletters. */
const newsletterShare = 0.16

/**
 * Fills the embedded database of a data folder with 30 days of a shop's mail. The service writes it, by its API and by
 * its own statements, with the clock set back; so it is a state that the service could have come to.
 *
 * @returns people who are subscribed to the shop's list
 */
export async function seed({ dataDir, messages, dns, receiver }: SeedOptions): Promise<readonly Person[]> {
  const end = Date.now()
  const begin = Math.floor((end - days * dayMs) / hourMs) * hourMs
  beginAt(begin)
  const config = readConfig({
    PORT: '0',
    POSTSEAL_DATA_DIR: dataDir,
    POSTSEAL_EMBEDDED_FLUSH: 'false',
    POSTSEAL_ROLES: 'api',
    POSTSEAL_DNS_SERVERS: dns.server,
    POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '127.0.0.0/8',
    POSTSEAL_REQUESTS_PER_MINUTE: '1000000',
    POSTSEAL_SENDS_PER_MINUTE: '1000000',
    POSTSEAL_SHUTDOWN_GRACE: '0',
  })
  // The built one: its processes that render templates, and its database, are there.
  const built = new URL('../../dist/process/service.js', import.meta.url).href
  const { startService } = (await import(built)) as typeof Service
  const service = await startService(config, pino({ level: 'error' }, process.stderr))
  // It works for some seconds, so that it pays to compile the database for speed, which a start puts off.
  setFlagsFromString('--wasm-tiering-budget=1800000')
  const database = await openDatabaseBeside({ ...config, ledger: undefined })
  const { db } = database
  try {
    await shadowDatabaseClock(db)
    const credentials = readFileSync(path.join(dataDir, 'credentials.json'), 'utf8')
    const api = apiOf(`http://127.0.0.1:${service.port}`)
    const first = JSON.parse(credentials) as FirstCredentials
    const subscribers = await seedHistory(db, api, first, { begin, end, messages, dns, receiver })
    await settleTimes(db)
    await endDatabaseClock(db)
    return subscribers
  } finally {
    await database.close()
    await service.stop()
  }
}

interface Span extends Omit<SeedOptions, 'dataDir'> {
  /** In milliseconds since 1970. */
  readonly begin: number
  readonly end: number
}

async function seedHistory(
  db: Knex,
  api: Api,
  first: FirstCredentials,
  { begin, end, messages, dns, receiver }: Span,
): Promise<readonly Person[]> {
  const random = randomOf(20_260_114)
  const workspace = await seedWorkspace(db, api, first)
  const { workspaceId, senders } = workspace
  const domain = await seedVerifiedDomain(workspace.owner, dns.zone)
  const endpoints = await subscribe(workspace.owner, receiver, end - 2 * dayMs)
  const people = peopleOf(random, Math.max(60, Math.ceil(messages / 8)))
  const agenda = new Agenda()
  const mailroom = new Mailroom(db, workspaceId, random)
  const subscribers = people.filter(({ fate }) => fate === 'fine').slice(0, 40)
  const audience = await seedAudience(db, workspace, subscribers, { random, mailroom, at: begin + 60_000 })
  const suppressed = await seedSuppressions(db, workspace)
  const traffic = new Traffic({ db, workspaceId, senders, random, agenda, mailroom, suppressed })
  const webhooks = new DemoWebhooks({ db, workspaceId, random, agenda, mailroom })

  const former: Person[] = [...suppressed.keys()].map((email) => ({
    ...{ name: 'Former Customer', email, domain: email.split('@')[1] ?? '', fate: 'fine' },
  }))
  planMail(traffic, random, agenda, { people: [...people, ...former], begin: begin + hourMs, end, messages })
  for (let day = Math.ceil(begin / dayMs) * dayMs; day + dayMs + 5 * hourMs < end; day += dayMs) {
    const at = day + dayMs + 5 * hourMs
    agenda.add(at, async () => {
      await goToInDatabase(db, at)
      await importReports(db, random, domain, day)
    })
  }
  const latest = (before: number, act: (owner: Api) => Promise<void>) =>
    agenda.add(end - before, async () => {
      await mailroom.flush(end - before)
      await act(owner)
    })
  let owner = workspace.owner
  latest(40 * hourMs, async () => {
    // The sessions from the beginning have ended: nobody used them for a week.
    owner = await seedLatest(db, api, workspaceId)
    await reviewSources(db, owner)
    await seedOtherDomains(owner, dns.zone)
  })
  for (const [index, before] of [39, 20, 6].entries())
    latest(before * hourMs, (by) => suppressByHand(by, `asked.by.phone.${index + 1}@example.org`))
  // The service goes on with them, and would leave a campaign alone that is late.
  latest(60_000, async (by) => {
    await seedCampaigns({ ...workspace, owner: by }, audience)
    await seedPrograms({ ...workspace, owner: by }, subscribers.slice(0, 6))
    const gone = people.at(-1)
    if (gone !== undefined) await seedErasure(by, gone)
  })

  for (let hour = begin; hour < end; hour += hourMs) {
    const hourEnd = Math.min(hour + hourMs, end)
    let count = 0
    for (let next = agenda.takeBefore(hourEnd); next !== undefined; next = agenda.takeBefore(hourEnd)) {
      count += 1
      goTo(next.at)
      await next.happen()
    }
    if (count === 0) continue
    await mailroom.flush(hourEnd - 1)
    for (const endpoint of endpoints) await webhooks.deliver(endpoint, hourEnd - 1)
  }
  while ((await foldStatistics(db, workspaceId, 5000)) === 5000) continue
  return subscribers
}

/** Puts on the agenda what the shop sends. */
function planMail(
  traffic: Traffic,
  random: Random,
  agenda: Agenda,
  {
    people,
    begin,
    end,
    messages,
  }: { readonly people: readonly Person[] } & Pick<Span, 'begin' | 'end' | 'messages'>,
): void {
  const send = (at: number, act: () => void) => {
    if (at < end) agenda.add(at, act)
  }
  for (const at of timesOf(random, Math.round(messages * (1 - newsletterShare)), begin, end)) {
    const { content, project } = random.weighted(kinds)
    const to = random.pick(people)
    send(at, () => traffic.send(at, to, content(random, to.name), { by: project }))
  }
  // Some shipping notices wait for the carrier, and some of those orders are cancelled.
  for (let number = 0; number < Math.max(4, messages / 250); number += 1) {
    const to = random.pick(people.filter(({ fate }) => fate === 'fine'))
    const waiting = end - random.between(1, 20) * hourMs
    const scheduledAt = end + random.between(3, 90) * hourMs
    send(waiting, () => traffic.send(waiting, to, shipping(random, to.name), { by: 'shop', scheduledAt }))
    const past = random.between(begin, end - dayMs)
    const more = { scheduledAt: past + 9 * hourMs, ...(number % 2 === 0 && { cancelledAt: past + hourMs }) }
    send(past, () => traffic.send(past, to, shipping(random, to.name), { by: 'shop', ...more }))
  }
  const weeks = newsletterTimes(begin, end)
  for (const [week, at] of weeks.entries()) {
    const readers = Math.round((messages * newsletterShare) / weeks.length)
    const first = Math.floor(random.between(0, people.length))
    for (let reader = 0; reader < readers; reader += 1) {
      const to = people[(first + reader) % people.length]
      const sentAt = at + reader * Math.min(400, (40 * 60_000) / readers)
      if (to !== undefined)
        send(sentAt, () => traffic.send(sentAt, to, newsletter(week)(random, to.name), { by: 'shop' }))
    }
  }
}
