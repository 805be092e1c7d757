import { randomBytes } from 'node:crypto'
import { serviceEnv, startProcess } from '../../support/service/process.js'
import { atLeast, atMost, type Benchmark } from '../benchmark.js'
import { startChild } from '../child.js'
import { median } from '../median.js'
import { addRoutes } from './add-routes.js'
import type { SendMails, SentMails } from './mail-loop.js'
import { mostMemoryOf } from './memory.js'

const rounds = 5
const mails = 4_000
const sessions = 20
const mailBytes = 4_000
const largeMails = 20
const largeBytes = 25 * 1024 * 1024
/** Number of routes: enough that none of them meets its limit. */
const routes = 200
const mebibyte = 1024 * 1024

/** The receiver takes mail for routes and commits it, beside the bundled sink, which keeps the same mail in files. */
export const inbound: Benchmark = {
  name: 'inbound',
  title:
    `the inbound receiver takes ${mails.toLocaleString('en')} mails of 4 kB over ${sessions} sessions, parsed, stored and ` +
    `with an event each, in turns with the bundled sink, ${rounds} rounds; and the memory that ${largeMails} mails of 25 MiB ` +
    'at once take',
  run: async (context) => {
    const databaseUrl = await context.createDatabase()
    const service = await startProcess(await environment(databaseUrl, 'api,inbound'))
    const sink = await startProcess(await environment(await context.createDatabase(), 'api,sink'))
    const client = await startChild<SendMails, SentMails>(new URL('mail-loop.ts', import.meta.url))
    try {
      const recipients = await addRoutes(databaseUrl, service, routes)
      const inboundPort = Number(service.env['POSTSEAL_INBOUND_PORT'])
      const sinkPort = Number(sink.env['POSTSEAL_SINK_PORT'])
      const rate = async (port: number, count: number) => {
        const { elapsed } = await client.ask({ port, sessions, mails: count, bytes: mailBytes, recipients })
        return (count / elapsed) * 1000
      }
      context.progress('warming up')
      await rate(inboundPort, mails / 2)
      await rate(sinkPort, mails / 2)
      const received: number[] = []
      const kept: number[] = []
      for (let round = 1; round <= rounds; round += 1) {
        context.progress(`round ${round}`)
        received.push(await rate(inboundPort, mails))
        kept.push(await rate(sinkPort, mails))
      }
      context.progress('large mails')
      const before = await mostMemoryOf(service.pid, () => rate(inboundPort, sessions))
      const large = { port: inboundPort, sessions, mails: largeMails, bytes: largeBytes, recipients }
      const most = await mostMemoryOf(service.pid, () => client.ask(large))
      const more = (most - before) / mebibyte
      const row = (way: string, rates: readonly number[]) => ({ way, 'mails/s': Math.round(median(rates)) })
      return {
        rows: [
          row('bundled sink', kept),
          row('inbound receiver', received),
          { way: `memory for ${largeMails} large mails at once, MiB more`, 'mails/s': Math.round(more) },
        ],
        ratios: {
          sink_ratio: atLeast(0.3, median(received.map((each, round) => each / (kept[round] ?? NaN)))),
          large_mails_memory: atMost(1, more / 200),
        },
      }
    } finally {
      await client.stop()
      await service.stop()
      await sink.stop()
    }
  },
}

function environment(databaseUrl: string, roles: string) {
  return serviceEnv({
    DATABASE_URL: databaseUrl,
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
    POSTSEAL_ROLES: roles,
  })
}
