import { randomUUID } from 'node:crypto'
import type { FirstCredentials } from '../../../server/product/workspace/bootstrap.js'
import { atLeast, type Benchmark } from '../benchmark.js'
import { median } from '../median.js'
import { underLoad, type Measured } from './load.js'
import { startServer } from './server-process.js'

const rounds = 6
const secondsEach = 3

const subject = 'Reset your password'
const text = 'Follow this link to choose a new password: https://shop.example/reset/9f2c'

/** Sends the same message by the service's own API and by the wires. */
interface Way {
  readonly name: string
  readonly path: string
  /** The body, which is sent as JSON if it is no text. */
  readonly bodyFor: (credentials: FirstCredentials) => object | string
  readonly headersFor?: (credentials: FirstCredentials) => Readonly<Record<string, string>>
}

const own: Way = {
  name: 'the API',
  path: '/v1/messages',
  bodyFor: ({ project_id }) => ({
    project_id,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject,
    text,
    metadata: { kind: 'password_reset' },
  }),
}

const wires: readonly Way[] = [
  {
    name: 'resend',
    path: '/compat/resend/emails',
    bodyFor: () => ({
      from: 'no-reply@shop.example',
      to: 'ada@example.com',
      subject,
      text,
      tags: [{ name: 'kind', value: 'password_reset' }],
    }),
  },
  {
    name: 'postmark',
    path: '/compat/postmark/email',
    headersFor: ({ project_key }) => ({ 'x-postmark-server-token': project_key }),
    bodyFor: () => ({
      From: 'no-reply@shop.example',
      To: 'ada@example.com',
      Subject: subject,
      TextBody: text,
      Metadata: { kind: 'password_reset' },
    }),
  },
  {
    name: 'mailgun',
    path: '/compat/mailgun/v3/shop.example/messages',
    headersFor: ({ project_key }) => ({
      authorization: `Basic ${Buffer.from(`api:${project_key}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    }),
    bodyFor: () =>
      new URLSearchParams({
        from: 'no-reply@shop.example',
        to: 'ada@example.com',
        subject,
        text,
        'v:kind': 'password_reset',
      }).toString(),
  },
  {
    name: 'sendgrid',
    path: '/compat/sendgrid/v3/mail/send',
    bodyFor: () => ({
      personalizations: [{ to: [{ email: 'ada@example.com' }] }],
      from: { email: 'no-reply@shop.example' },
      subject,
      content: [{ type: 'text/plain', value: text }],
      custom_args: { kind: 'password_reset' },
    }),
  },
]

/** Single sends by each wire and by the API, in turns, to one process of the service. */
export const acceptByWires: Benchmark = {
  name: 'wires',
  title: `single sends by each wire and by the API over keep-alive connections, ${rounds} rounds of ${secondsEach} s a way`,
  run: async (context) => {
    const server = await startServer('service', await context.createDatabase())
    const { url, credentials } = server
    const load = (way: Way, connections: number, keyed: boolean, seconds = secondsEach) => {
      const given = way.bodyFor(credentials)
      const body = typeof given === 'string' ? given : JSON.stringify(given)
      const key = credentials.project_key
      const keys = keyed ? { idempotencyKey: randomUUID } : {}
      const headers = way.headersFor?.(credentials) ?? {}
      return underLoad({ url, path: way.path, key, headers, connections, seconds, body: () => body, ...keys })
    }
    try {
      const rows: Record<string, string | number>[] = []
      const ratios: Record<string, ReturnType<typeof atLeast>> = {}
      for (const way of [own, ...wires]) await load(way, 32, false, 2)
      for (const keyed of [false, true]) {
        for (const connections of [32, 128]) {
          const byApi: Measured[] = []
          const byWire = new Map(wires.map(({ name }): [string, Measured[]] => [name, []]))
          for (let round = 1; round <= rounds; round++) {
            context.progress(`${connections} connections, ${keyed ? 'with' : 'without'} keys, round ${round}`)
            byApi.push(await load(own, connections, keyed))
            for (const wire of wires) byWire.get(wire.name)?.push(await load(wire, connections, keyed))
          }
          rows.push(rowOf(own.name, connections, keyed, byApi))
          for (const [name, measured] of byWire) {
            rows.push(rowOf(name, connections, keyed, measured))
            const quotients = measured.map(({ rate }, at) => rate / (byApi[at]?.rate ?? NaN))
            ratios[`${name}_${connections}${keyed ? '_keyed' : ''}`] = atLeast(0.85, median(quotients))
          }
        }
      }
      return { rows, ratios }
    } finally {
      await server.stop()
    }
  },
}

function rowOf(way: string, connections: number, keyed: boolean, measured: readonly Measured[]) {
  return {
    way,
    connections,
    keys: keyed ? 'yes' : 'no',
    'requests/s': Math.round(median(measured.map(({ rate }) => rate))),
    'p50 ms': median(measured.map(({ p50 }) => p50)),
    'p99 ms': median(measured.map(({ p99 }) => p99)),
  }
}
