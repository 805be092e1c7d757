import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { heavyMails } from '../../product/inbound/heavy-mails.js'
import { serviceEnv, startProcess } from '../../support/service/process.js'
import { submitBytes } from '../../support/mail-servers/smtp-talk.js'
import { atMost, type Benchmark } from '../benchmark.js'
import { startChild } from '../child.js'
import { addRoutes } from './add-routes.js'
import type { LongestAnswer, WatchHealth } from './health-watch.js'

const mebibyte = 1024 * 1024
/** Milliseconds for which the input of a stranger may keep others waiting at most. */
const bound = 250
const domain = 'bounces.shop.example'
/** As large as each kind of address takes mail. */
const bytes = { dmarc: 24 * mebibyte, bounce: 39 * mebibyte, route: 24 * mebibyte }
const senders = ['a@evil.example', 'b@evil.example']

/** Mail of strangers is read outside of the service's own process, which goes on answering meanwhile. */
export const heavyMail: Benchmark = {
  name: 'heavy-mail',
  title:
    `the longest answer of /healthz while two senders at once send heavy mail to an address for DMARC reports, for ` +
    `complaints and of a route, as a multiple of ${bound} ms`,
  run: async (context) => {
    const databaseUrl = await context.createDatabase()
    const settings = {
      DATABASE_URL: databaseUrl,
      POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
      POSTSEAL_HOSTNAME: 'mx.shop.example',
      POSTSEAL_RETURN_PATH_DOMAIN: domain,
    }
    // Senders are authenticated, by a DNS that gives no answer; and nobody is, so that reports are unpacked.
    const relay = {
      POSTSEAL_ALLOW_HTTP: 'true',
      POSTSEAL_TRANSPORT: 'smtp://127.0.0.1:9',
      POSTSEAL_DNS_SERVERS: '127.0.0.1:9',
    }
    const rows: { mail: string; address: string; authenticated: string; 'longest, ms': number }[] = []
    for (const more of [relay, {}]) {
      const service = await startProcess(await serviceEnv({ ...settings, ...more }))
      const watcher = await startChild<WatchHealth, LongestAnswer>(
        new URL('health-watch.ts', import.meta.url),
      )
      try {
        if (more === relay) await addRoutes(databaseUrl, service, 1)
        const port = Number(service.env['POSTSEAL_INBOUND_PORT'])
        const addresses = {
          dmarc: `dmarc@${domain}`,
          bounce: `fbl@${domain}`,
          route: 'desk-0@in.shop.example',
        }
        for (const [name, make] of Object.entries(heavyMails)) {
          context.progress(name)
          for (const kind of ['dmarc', 'bounce', 'route'] as const) {
            const raw = make(bytes[kind])
            await watcher.ask({ url: service.url })
            await Promise.all(senders.map((from) => submitBytes(port, addresses[kind], raw, from)))
            await sleep(100)
            const { longest } = await watcher.ask({})
            const authenticated = more === relay ? 'yes' : 'no'
            rows.push({ mail: name, address: kind, authenticated, 'longest, ms': Math.round(longest) })
          }
        }
      } finally {
        await watcher.stop()
        await service.stop()
      }
    }
    const longest = Math.max(...rows.map((row) => row['longest, ms']))
    return { rows, ratios: { health: atMost(1, longest / bound) } }
  },
}
