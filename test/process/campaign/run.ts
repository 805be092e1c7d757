import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { call } from '../../support/api/api.js'
import { createMigratedDatabase } from '../../support/database/database.js'
import { heldPort } from '../../support/network/ports.js'
import { serviceEnv, startProcess, type Env, type ServiceProcess } from '../../support/service/process.js'
import { seededRandom } from '../../support/arbitrary/random.js'
import { startReceiver } from '../../support/webhooks/receiver.js'
import { startSmtpServer } from '../../support/mail-servers/smtp.js'
import { until } from '../../support/time/until.js'
import { toThisMachine } from '../../support/webhooks/webhook-deliveries.js'
import { subscribe } from '../../support/webhooks/webhooks.js'
import { Ledger } from './ledger.js'
import { report, type Arrival, type Report } from './report.js'
import { workWithClients } from './work.js'

export interface CampaignOptions {
  readonly database: 'embedded' | 'postgresql'
  readonly kills: number
  /** Makes the moments of the kills and the mix of work the same again; not what the processes do meanwhile. */
  readonly seed: number
  /** The max time in milliseconds from the service being ready to the next kill. */
  readonly maxLifeMs: number
  /** Called with a line after each kill. */
  readonly onProgress?: (line: string) => void
}

/** The min time in milliseconds from the service being ready to the next kill. */
const minLifeMs = 500

/**
 * Kills a built service again and again at random moments while clients do all kinds of work, and starts it again on
 * the same data. Its mail goes to an SMTP server and its webhooks to an endpoint that live on.
 */
export async function runCampaign(options: CampaignOptions): Promise<Report> {
  const { database, kills, seed, maxLifeMs, onProgress } = options
  const random = seededRandom(seed)
  const ledger = new Ledger()
  const mails: Arrival[] = []
  const webhooks: Arrival[] = []

  const smtpPort = await heldPort()
  const smtp = await startSmtpServer(smtpPort, ({ messageId, to }) => {
    const id = /^<(msg_\w+)@/.exec(messageId)?.[1] ?? messageId
    for (const recipient of to) mails.push({ name: `${id} ${recipient}`, at: Date.now() })
    return 'accept'
  })
  const receiver = await startReceiver()
  receiver.answer = ({ deliveryId }) => {
    webhooks.push({ name: deliveryId, at: Date.now() })
    return 200
  }
  const home = database === 'postgresql' ? await createMigratedDatabase() : undefined
  const env: Env = await serviceEnv({
    ...toThisMachine,
    POSTSEAL_ALLOW_HTTP: 'true',
    POSTSEAL_TRANSPORT: `smtp://127.0.0.1:${smtpPort}`,
    POSTSEAL_HOSTNAME: 'mail.sender.example',
    POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.sender.example',
    POSTSEAL_REQUIRE_VERIFIED_DOMAINS: 'false',
    POSTSEAL_LOG_LEVEL: 'fatal',
    ...(home && {
      DATABASE_URL: home.url,
      POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    }),
  })
  let service: ServiceProcess = await startProcess(env)
  await subscribe(service.url, service.credentials.workspace_key, {
    url: receiver.url,
    events: ['message.accepted', 'message.delivered'],
  })

  let isOver = false
  const client = { service: () => service, ledger, random, isOver: () => isOver }
  const working = workWithClients(client)
  const killing = async () => {
    for (let kill = 1; kill <= kills; kill += 1) {
      await sleep(minLifeMs + random() * (maxLifeMs - minLifeMs))
      ledger.kills.push(Date.now())
      await service.kill('SIGKILL')
      service = await startProcess(env)
      onProgress?.(`kill ${kill}: ${ledger.messages.size} accepted, ${mails.length} mails arrived`)
    }
    await sleep(maxLifeMs)
    isOver = true
  }
  // A client that fails ends the campaign.
  await Promise.race([killing(), working])
  await working
  await untilIdle(service, ledger)
  const result = await report({ ledger, mails, webhooks, service })
  await service.stop()
  await Promise.all([smtp.close(), receiver.close()])
  await home?.drop()
  return result
}

/** Waits until the service has nothing left to do. What a killed process had leased may have to wait for its lease. */
async function untilIdle(service: ServiceProcess, ledger: Ledger): Promise<void> {
  const key = service.credentials.workspace_key
  const isEmpty = async (path: string) => {
    const { body } = await call(service.url, 'GET', `${path}&limit=1`, { key })
    return body.data.length === 0
  }
  const paths = [
    '/v1/message-logs?status=queued',
    '/v1/message-logs?status=scheduled',
    '/v1/webhooks/status/deliveries?status=pending',
    '/v1/webhooks/status/deliveries?status=delivering',
  ]
  for (const path of paths) await until(() => isEmpty(path), `an end of ${path}`)
  for (const id of ledger.deletions.values()) {
    const isEnded = async () => {
      const { body } = await call(service.url, 'GET', `/v1/compliance/deletions/${id}`, { key })
      return body.status === 'completed'
    }
    await until(isEnded, `the end of the deletion ${id}`)
  }
}
