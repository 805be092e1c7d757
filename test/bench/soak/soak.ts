import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, type ServerProcess } from '../accept/server-process.js'
import { atMost, type Benchmark, type BenchmarkContext } from '../benchmark.js'
import { startChild } from '../child.js'
import { addSenderDomain } from '../delivery/latency.js'
import type { Came, Expect } from '../delivery/discarding-server.js'
import { workerEnv } from '../delivery/drain.js'
import { addRoutes } from '../inbound/add-routes.js'
import type { SendMails, SentMails } from '../inbound/mail-loop.js'
import { asker, exports, imports, reads, sends } from './deeds.js'
import { keepDoing, type Doing } from './rate.js'
import { failingReceiver } from './receiver.js'
import { leastOfThirds, type Sample } from './thirds.js'

const usualMinutes = 30
const sampleMs = 10_000
const warmUpMs = 20_000
/** The soak's rate of sends, as a part of the rate that the machine reaches beside all else. */
const share = 0.5
const mebibyte = 1024 * 1024
/** Factors by which a run may grow without a leak: code is compiled late, caches fill up. */
const growth = { live: 1.05, rss: 1.1 }

/** Everything at once, for long: what is kept of what is past shows in the memory. */
export const soak: Benchmark = {
  name: 'soak',
  title:
    'sends, webhooks of which one in five fails, imports, exports, inbound mail, reads and pages at half of what the ' +
    'machine does; the least memory after a collection in the last third, in parts of that in the second third',
  onlyByName: true,
  flags: {
    options: { minutes: { type: 'string' }, rate: { type: 'string' } },
    usage: `  --minutes N  soak: how long it takes (${usualMinutes})\n  --rate N     soak: sends a second (half of what the machine does)`,
  },
  run: async (context) => {
    const minutes = Number(context.flags['minutes'] ?? usualMinutes)
    const server = await startChild<Expect, Came>(
      new URL('../delivery/discarding-server.ts', import.meta.url),
    )
    const mails = await startChild<SendMails, SentMails>(new URL('../inbound/mail-loop.ts', import.meta.url))
    const receiver = await failingReceiver()
    const databaseUrl = await context.createDatabase()
    const service = await startServer('built', databaseUrl, {
      ...workerEnv(server.hello.port),
      POSTSEAL_ROLES: 'api,delivery,webhooks,inbound,scheduler,programs',
      POSTSEAL_INBOUND_PORT: '0',
      POSTSEAL_ALLOWED_WEBHOOK_CIDRS: '127.0.0.0/8',
    })
    const { ask, close } = asker(service)
    try {
      await addSenderDomain(service)
      const recipients = await addRoutes(databaseUrl, service, inboundRoutes)
      const { workspace_key: key } = service.credentials
      const webhook = { url: receiver.url, events: ['*'] }
      await ask({ method: 'PUT', path: '/v1/webhooks/status', key, body: JSON.stringify(webhook) })
      const receive = () =>
        mails.ask({ port: service.inboundPort, sessions: 1, mails: 4, bytes: 4_000, recipients })
      const others = {
        mails: keepDoing(receive, { rate: 0.5, atOnce: 1 }),
        imports: keepDoing(imports(ask, service), { rate: 0.1, atOnce: 1 }),
        exports: keepDoing(exports(ask, service), { rate: 0.05, atOnce: 1 }),
      }
      const send = sends(ask, service)
      const rate = Number(context.flags['rate'] ?? (await fastest(send)) * share)
      context.progress(`${rate.toFixed(1)} sends a second`)
      const doings = {
        sends: keepDoing(send, { rate, atOnce: 16 }),
        reads: keepDoing(reads(ask, service), { rate: rate / 2, atOnce: 4 }),
        ...others,
      }
      const samples = await sample(context, service, minutes, doings)
      for (const doing of Object.values(doings)) await doing.stop()
      const live = leastOfThirds(samples, ({ live }) => live)
      const rss = leastOfThirds(samples, ({ rss }) => rss)
      return {
        rows: [
          ...Object.entries(doings).map(([what, { done, failed, lastFailure }]) => ({
            what,
            done,
            failed,
            why: lastFailure.slice(0, 80),
          })),
          { what: 'webhooks, with their repeats', done: receiver.came, failed: '', why: '' },
          ...[live, rss].map(({ second, last }, index) => ({
            what: `${index === 0 ? 'live' : 'resident'} MiB, second and last third`,
            done: (second / mebibyte).toFixed(1),
            failed: (last / mebibyte).toFixed(1),
            why: '',
          })),
        ],
        ratios: {
          live_memory: atMost(growth.live, live.last / live.second),
          resident_memory: atMost(growth.rss, rss.last / rss.second),
          failed_sends: atMost(0, doings.sends.failed),
        },
      }
    } finally {
      close()
      await service.stop()
      await receiver.stop()
      await mails.stop()
      await server.stop()
    }
  },
}

const inboundRoutes = 20

/** Measures how many deeds a second are done if nothing holds them back. */
async function fastest(deed: (order: number) => Promise<unknown>): Promise<number> {
  // Numbers that the soak does not come to.
  const doing = keepDoing((order) => deed(order + 1e9), { rate: Infinity, atOnce: 16 })
  await sleep(warmUpMs)
  await doing.stop()
  return (doing.done * 1000) / warmUpMs
}

async function sample(
  context: BenchmarkContext,
  service: ServerProcess,
  minutes: number,
  doings: Readonly<Record<string, Doing>>,
): Promise<Sample[]> {
  const samples: Sample[] = []
  const began = performance.now()
  const end = began + minutes * 60_000
  for (let next = began + sampleMs; next <= end; next += sampleMs) {
    await sleep(Math.max(0, next - performance.now()))
    const { rss, heapUsed, external, arrayBuffers } = await service.memory()
    samples.push({ rss, live: heapUsed + external })
    const mib = (bytes: number) => (bytes / mebibyte).toFixed(1)
    const did = Object.entries(doings).map(([what, { done, failed }]) => `${what} ${done}/${failed}`)
    context.progress(
      `rss ${mib(rss)} heap ${mib(heapUsed)} external ${mib(external)} buffers ${mib(arrayBuffers)}; ${did.join(' ')}`,
    )
  }
  return samples
}
