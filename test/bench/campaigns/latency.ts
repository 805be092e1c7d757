import knex from 'knex'
import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { serviceEnv, startProcess, type ServiceProcess } from '../../support/service/process.js'
import { templateCalls } from '../../support/templates/template-calls.js'
import type { BenchmarkContext } from '../benchmark.js'
import { startChild, type Child } from '../child.js'
import { trust } from '../delivery/backlog.js'
import type { Came, Expect } from '../delivery/discarding-server.js'
import { percentile } from '../percentile.js'
import { sessionOf } from '../templates/sends.js'
import { addCampaign, addContacts } from './population.js'

/** The domain of the single sends. The campaign goes to other domains. */
const singleDomain = 'reset.example'
const samples = 200
const pauseMs = 20

/** Durations of single sends, from the request to the end of their data, in milliseconds. */
export interface Latencies {
  readonly idle: number
  readonly draining: number
  /** Mails of the campaign that were delivered in a second meanwhile. */
  readonly drained: number
}

/** Measures the 95th percentile of single sends on an idle service, and while a campaign drains. */
export async function singleSendsBeside(context: BenchmarkContext, recipients: number): Promise<Latencies> {
  const server = await startChild<Expect, Came>(new URL('../delivery/discarding-server.ts', import.meta.url))
  const databaseUrl = await context.createDatabase()
  const service = await startProcess(
    await serviceEnv({
      DATABASE_URL: databaseUrl,
      POSTSEAL_ROLES: 'api,delivery,programs',
      POSTSEAL_ALLOW_HTTP: 'true',
      POSTSEAL_TRANSPORT: `smtp://127.0.0.1:${server.hello.port}?starttls=never`,
      POSTSEAL_HOSTNAME: 'bench.example',
      POSTSEAL_RETURN_PATH_DOMAIN: 'bench.example',
      POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
      POSTSEAL_SENDS_PER_MINUTE: '100000000',
    }),
  )
  const db = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } })
  try {
    const { credentials } = service
    const workspaceId = fromTypeId('ws', credentials.workspace_id)
    await trust(db, workspaceId)
    await timesOf(service, server, 50)
    const idle = await timesOf(service, server, samples)
    const project = { workspaceId, projectId: fromTypeId('prj', credentials.project_id) }
    const template = await templateCalls(service.url, sessionOf(service)).published({
      subject: 'News for {{ contact.name }}',
      html: '<p>Hello {{ contact.name }}. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      from_email: 'news@shop.example',
    })
    await addContacts(db, project, recipients)
    // Single sends come all the time, also while the campaign starts.
    await timesOf(service, server, 20)
    const campaign = await addCampaign(db, project, fromTypeId('tpl', template))
    const delivered = async () => {
      const [row] = await db('campaign_hours')
        .where({ workspace_id: workspaceId, campaign_id: campaign.id })
        .sum<{ sum: string | null }[]>('delivered')
      return Number(row?.sum ?? 0)
    }
    while ((await delivered()) < recipients / 50) await timesOf(service, server, 10)
    const [before, since] = [await delivered(), performance.now()]
    const draining = await timesOf(service, server, samples)
    const after = await delivered()
    if (after > recipients * 0.95) throw new Error('the campaign was over too soon')
    return {
      idle: percentile(idle, 95),
      draining: percentile(draining, 95),
      drained: ((after - before) / (performance.now() - since)) * 1000,
    }
  } finally {
    await db.destroy()
    await service.stop()
    await server.stop()
  }
}

async function timesOf(
  { url, credentials }: ServiceProcess,
  server: Child<Expect, Came>,
  times: number,
): Promise<number[]> {
  const measured: number[] = []
  for (let order = 1; order <= times; order += 1) {
    const came = server.ask({ messages: 1, to: singleDomain })
    const begun = performance.timeOrigin + performance.now()
    const reply = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credentials.project_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        project_id: credentials.project_id,
        from_email: 'no-reply@shop.example',
        to: [{ email: `person-${order}@${singleDomain}` }],
        subject: 'Reset your password',
        text: 'Follow this link to choose a new password: https://shop.example/reset/9f2c',
      }),
    })
    if (reply.status !== 202) throw new Error(`not accepted: ${reply.status} ${await reply.text()}`)
    await reply.arrayBuffer()
    measured.push((await came).at - begun)
    await sleep(pauseMs)
  }
  return measured
}
