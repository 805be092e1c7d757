import { randomUUID } from 'node:crypto'
import { atLeast, type Benchmark } from '../benchmark.js'
import { startChild } from '../child.js'
import { median } from '../median.js'
import { processorMs } from '../processor-time.js'
import { underLoad } from './load.js'
import { startServer, type ServerProcess } from './server-process.js'
import type { Submit, SubmittedCount } from './submission-client.js'

const rounds = 5
const secondsEach = 4
const connections = 32

interface Accepted {
  /** Messages a second. */
  readonly rate: number
  /** Processor time of the service's process for a message. */
  readonly nodeUs: number
}

/** Submits one message by SMTP and by HTTP, in turns, to one process of the service. */
export const submission: Benchmark = {
  name: 'submission',
  title: `messages submitted by SMTP and by HTTP over ${connections} connections that stay open, ${rounds} rounds of ${secondsEach} s`,
  run: async (context) => {
    const server = await startServer('service', await context.createDatabase(), {
      POSTSEAL_SUBMISSION_PORT: '0',
    })
    const client = await startChild<Submit, SubmittedCount>(new URL('submission-client.ts', import.meta.url))
    const { url, credentials, submissionPort: port } = server
    const bySmtp = (keyed: boolean, seconds: number) =>
      measured(server, seconds, async () => {
        const work = { port, key: credentials.project_key, connections, seconds, keyed }
        return (await client.ask(work)).accepted
      })
    const byHttp = (keyed: boolean, seconds: number) =>
      measured(server, seconds, async () => {
        const { rate } = await underLoad({
          url,
          path: '/v1/messages',
          key: credentials.project_key,
          connections,
          seconds,
          body: () => bodyFor(credentials.project_id),
          ...(keyed && { idempotencyKey: randomUUID }),
        })
        return rate * seconds
      })
    try {
      const rows: Record<string, string | number>[] = []
      const ratios: Record<string, ReturnType<typeof atLeast>> = {}
      for (const keyed of [false, true]) {
        await bySmtp(keyed, 2)
        await byHttp(keyed, 2)
        const smtp: Accepted[] = []
        const http: Accepted[] = []
        for (let round = 1; round <= rounds; round++) {
          context.progress(`${keyed ? 'with' : 'without'} keys, round ${round}`)
          smtp.push(await bySmtp(keyed, secondsEach))
          http.push(await byHttp(keyed, secondsEach))
        }
        rows.push(rowOf('by HTTP', keyed, http), rowOf('by SMTP', keyed, smtp))
        const quotients = smtp.map(({ rate }, at) => rate / (http[at]?.rate ?? NaN))
        ratios[`http_ratio${keyed ? '_keyed' : ''}`] = atLeast(0.7, median(quotients))
      }
      return { rows, ratios }
    } finally {
      await client.stop()
      await server.stop()
    }
  },
}

async function measured(
  { pid }: ServerProcess,
  seconds: number,
  work: () => Promise<number>,
): Promise<Accepted> {
  const node = processorMs([pid])
  const accepted = await work()
  return { rate: accepted / seconds, nodeUs: ((processorMs([pid]) - node) * 1000) / accepted }
}

function rowOf(way: string, keyed: boolean, accepted: readonly Accepted[]) {
  return {
    way,
    keys: keyed ? 'yes' : 'no',
    'messages/s': Math.round(median(accepted.map(({ rate }) => rate))),
    'Node µs a message': Math.round(median(accepted.map(({ nodeUs }) => nodeUs))),
  }
}

function bodyFor(projectId: string): string {
  return JSON.stringify({
    project_id: projectId,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject: 'Reset your password',
    text: 'Follow this link to choose a new password: https://shop.example/reset/9f2c',
    category: 'password_reset',
  })
}
