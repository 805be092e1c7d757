import { startServer, type ServerProcess } from '../accept/server-process.js'
import { atLeast, atMost, type Benchmark, type BenchmarkContext } from '../benchmark.js'
import { startChild, type Child } from '../child.js'
import { median } from '../median.js'
import { openBacklog } from './backlog.js'
import type { Came, Expect } from './discarding-server.js'
import { drain, sendInLoop, workerEnv, type Measured } from './drain.js'
import { measureIdle } from './idle.js'
import { addSenderDomain } from './latency.js'
import type { Send, Sent } from './nodemailer-loop.js'

const rounds = 5
const messages = 5000
const warmUp = 1000

/** A worker drains a queue; nodemailer sends the same mail in a loop, to the same server and as many connections. */
export const delivery: Benchmark = {
  name: 'delivery',
  title:
    `a worker drains ${messages.toLocaleString('en')} queued messages of 4 KB, signed with RSA-2048, to an SMTP server ` +
    `that discards them, in turns with nodemailer's pool, ${rounds} rounds; and one message on an idle system`,
  run: async (context) => {
    const server = await startChild<Expect, Came>(new URL('discarding-server.ts', import.meta.url))
    const nodemailer = await startChild<Send, Sent>(new URL('nodemailer-loop.ts', import.meta.url))
    const databaseUrl = await context.createDatabase()
    const env = workerEnv(server.hello.port)
    const services: ServerProcess[] = [await startServer('service', databaseUrl, env)]
    const backlog = await openBacklog(databaseUrl, credentialsOf(services))
    try {
      context.progress('warming up')
      const { connections } = await drain(backlog, server, warmUp, services)
      const loop = { port: server.hello.port, connections }
      await sendInLoop(nodemailer, server, { ...loop, messages: warmUp })

      const one: Measured[] = []
      const bare: Measured[] = []
      for (let round = 1; round <= rounds; round += 1) {
        context.progress(`round ${round}`)
        one.push(await drain(backlog, server, messages, services))
        bare.push(await sendInLoop(nodemailer, server, { ...loop, messages }))
      }

      context.progress('two workers')
      services.push(await startServer('service', databaseUrl, env))
      await drain(backlog, server, warmUp, services)
      const two: Measured[] = []
      for (let round = 1; round <= 3; round += 1) two.push(await drain(backlog, server, messages, services))
      for (const service of services.splice(0)) await service.stop()

      context.progress('a key of Ed25519 beside that of RSA')
      const both = await withBothKeys(context, env, server)

      const idle = await measureIdle(context, env, { server, nodemailer, connections })
      const { sendMail, postgres, embedded, commits } = idle
      const floor = median(sendMail) + 2 * median(commits)

      const bareRate = median(bare.map(({ rate }) => rate))
      const row = (way: string, measured: readonly Measured[], times: readonly number[]) => ({
        way,
        connections,
        'messages/s': middleOf(measured, ({ rate }) => rate),
        'against nodemailer':
          measured.length > 0 ? (median(measured.map(({ rate }) => rate)) / bareRate).toFixed(2) : '',
        'Node µs a message': middleOf(measured, ({ nodeUs }) => nodeUs),
        'PostgreSQL µs a message': middleOf(measured, ({ databaseUs }) => databaseUs),
        'to end of data, p50 ms': times.length > 0 ? median(times).toFixed(1) : '',
        'against sendMail and two commits': times.length > 0 ? (median(times) / floor).toFixed(2) : '',
      })
      return {
        rows: [
          row('nodemailer, pooled sendMail', bare, sendMail),
          row('a bare commit', [], commits),
          row('one worker', one, postgres),
          row('one process on the embedded database', [], embedded),
          row('two workers', two, []),
          row('one worker, signing with Ed25519 too', both, []),
        ],
        ratios: {
          nodemailer_ratio: atLeast(
            4,
            median(one.map(({ rate }, round) => rate / (bare[round]?.rate ?? NaN))),
          ),
          both_keys_ratio: atLeast(
            0.85,
            median(both.map(({ rate }) => rate)) / median(one.map(({ rate }) => rate)),
          ),
          idle_ratio: atMost(1.9, median(postgres) / floor),
          idle_embedded_ratio: atMost(3.5, median(embedded) / floor),
        },
      }
    } finally {
      await backlog.close()
      for (const service of services) await service.stop()
      await nodemailer.stop()
      await server.stop()
    }
  },
}

function credentialsOf([first]: readonly ServerProcess[]): ServerProcess['credentials'] {
  if (first === undefined) throw new Error('no service')
  return first.credentials
}

/** Empty where nothing was measured, as what a database takes where there is none. */
function middleOf(measured: readonly Measured[], of: (one: Measured) => number): number | '' {
  const values = measured.map(of).filter((value) => !Number.isNaN(value))
  return values.length > 0 ? Math.round(median(values)) : ''
}

/** Measures deliveries of a domain whose mail has a signature of Ed25519 (RFC 8463) beside that of RSA. */
async function withBothKeys(
  context: BenchmarkContext,
  env: Readonly<Record<string, string>>,
  server: Child<Expect, Came>,
): Promise<Measured[]> {
  const roles = { ...env, POSTSEAL_ROLES: 'api,delivery' }
  const service = await startServer('service', await context.createDatabase(), roles)
  try {
    await addSenderDomain(service, true)
    const backlog = await openBacklog(service.databaseUrl, service.credentials)
    try {
      await drain(backlog, server, warmUp, [service])
      const measured: Measured[] = []
      for (let round = 1; round <= 3; round += 1)
        measured.push(await drain(backlog, server, messages, [service]))
      return measured
    } finally {
      await backlog.close()
    }
  } finally {
    await service.stop()
  }
}
