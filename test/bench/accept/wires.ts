import { randomUUID } from 'node:crypto'
import type { FirstCredentials } from '../../../server/product/workspace/bootstrap.js'
import type { AwsKey } from '../../../server/platform/auth/aws-keys.js'
import { signed } from '../../support/wires/aws-signature.js'
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
  /** Makes the header fields of each request. */
  readonly headersFor?: (asked: Asked) => () => Readonly<Record<string, string>>
  /** True if each request has an idempotency key by its signature. */
  readonly isAlwaysKeyed?: boolean
}

interface Asked {
  readonly url: URL
  readonly body: string
  readonly credentials: FirstCredentials
  /** AWS credentials of the project key. */
  readonly aws: AwsKey
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
    headersFor:
      ({ credentials }) =>
      () => ({ 'x-postmark-server-token': credentials.project_key }),
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
    headersFor:
      ({ credentials }) =>
      () => ({
        authorization: `Basic ${Buffer.from(`api:${credentials.project_key}`).toString('base64')}`,
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
  {
    name: 'ses',
    path: '/compat/ses/v2/email/outbound-emails',
    isAlwaysKeyed: true,
    headersFor:
      ({ url, body, aws }) =>
      () => {
        const headers = { 'amz-sdk-invocation-id': randomUUID() }
        const { Authorization: authorization = '', ...others } = signed(aws, {
          url,
          method: 'POST',
          body,
          headers,
        })
        return { ...others, authorization }
      },
    bodyFor: () => ({
      FromEmailAddress: 'no-reply@shop.example',
      Destination: { ToAddresses: ['ada@example.com'] },
      Content: { Simple: { Subject: { Data: subject }, Body: { Text: { Data: text } } } },
      EmailTags: [{ Name: 'kind', Value: 'password_reset' }],
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
    const aws = await awsKeyAt(url, credentials.project_key)
    const load = (way: Way, connections: number, keyed: boolean, seconds = secondsEach) => {
      const given = way.bodyFor(credentials)
      const body = typeof given === 'string' ? given : JSON.stringify(given)
      const key = credentials.project_key
      const keys = keyed ? { idempotencyKey: randomUUID } : {}
      const asked = { url: new URL(way.path, url), body, credentials, aws }
      const headers = way.headersFor?.(asked) ?? (() => ({}))
      return underLoad({ url, path: way.path, key, headers, connections, seconds, body: () => body, ...keys })
    }
    try {
      const rows: Record<string, string | number>[] = []
      const ratios: Record<string, ReturnType<typeof atLeast>> = {}
      for (const way of [own, ...wires]) await load(way, 32, false, 2)
      for (const keyed of [false, true]) {
        for (const connections of [32, 128]) {
          const byApi: Measured[] = []
          const taking = wires.filter(({ isAlwaysKeyed }) => keyed || isAlwaysKeyed !== true)
          const byWire = new Map(taking.map(({ name }): [string, Measured[]] => [name, []]))
          for (let round = 1; round <= rounds; round++) {
            context.progress(`${connections} connections, ${keyed ? 'with' : 'without'} keys, round ${round}`)
            byApi.push(await load(own, connections, keyed))
            for (const wire of taking) byWire.get(wire.name)?.push(await load(wire, connections, keyed))
          }
          rows.push(rowOf(own.name, connections, keyed, byApi))
          for (const [name, rates] of byWire) {
            rows.push(rowOf(name, connections, keyed, rates))
            const quotients = rates.map(({ rate }, at) => rate / (byApi[at]?.rate ?? NaN))
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

/** Asks for the AWS credentials of a key, with the key itself. */
async function awsKeyAt(url: string, key: string): Promise<AwsKey> {
  const reply = await fetch(`${url}/v1/api-keys/current/aws-credentials`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
  })
  const pair = (await reply.json()) as { readonly access_key_id: string; readonly secret: string }
  return { accessKeyId: pair.access_key_id, secret: pair.secret }
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
