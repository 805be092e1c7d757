import pino from 'pino'
import { Registry } from 'prom-client'
import { onTestFinished } from 'vitest'
import { defaultBodyMemory } from '../../../server/platform/config/defaults.js'
import { BodyMemory } from '../../../server/platform/http/body/body-memory.js'
import { ApiError } from '../../../server/platform/http/errors/api-error.js'
import type { SubmissionLimits } from '../../../server/product/submission/connection.js'
import { startSubmission, submissionMetrics } from '../../../server/product/submission/listener.js'
import { talk, type Client } from '../../support/mail-servers/smtp-talk.js'

/**
 * A listener with the limits of a test. The word before a key's blank is its workspace, and a key that is a `guess` does
 * not exist, like those in `revoked`. Every message is accepted, after what `accepting` waits for.
 *
 * @returns its port
 */
export async function listen(
  limits: Partial<SubmissionLimits> = {},
  accepting: () => Promise<void> = () => Promise.resolve(),
  revoked: ReadonlySet<string> = new Set(),
): Promise<number> {
  let accepted = 0
  const listener = await startSubmission({
    submitter: {
      authenticate: ({ secret }) =>
        secret.startsWith('guess') || revoked.has(secret)
          ? Promise.reject(new ApiError('invalid_credentials', 'This API key does not exist.'))
          : Promise.resolve({ keyId: secret, workspaceId: secret.split(' ', 1)[0] } as never),
      submit: async ({ secret }, _envelope, read) => {
        await read({ keyId: secret, workspaceId: secret } as never)
        await accepting()
        return `msg_${(accepted += 1)}`
      },
    },
    host: '127.0.0.1',
    port: 0,
    implicitTls: false,
    tls: undefined,
    hostname: 'mail.shop.example',
    bodies: new BodyMemory(defaultBodyMemory),
    drainSeconds: 1,
    metrics: submissionMetrics(new Registry()),
    log: pino({ level: 'silent' }),
    limits,
  })
  onTestFinished(() => listener.close())
  return listener.port
}

export const auth = (key: string) => `AUTH PLAIN ${Buffer.from(`\0postseal\0${key}`).toString('base64')}`

/** A client that has asked to sign in, and what it was told. */
export async function signIn(port: number, key: string): Promise<{ client: Client; reply?: string }> {
  const client = await talk(port)
  if (client.greeting?.startsWith('220 ') !== true) return { client, reply: client.greeting }
  await client.say('EHLO shop.example')
  return { client, reply: await client.say(auth(key)) }
}

/** Sends a message on a connection that has signed in. @returns the last reply */
export async function sendOn(client: Client): Promise<string | undefined> {
  await client.say('MAIL FROM:<no-reply@shop.example>')
  await client.say('RCPT TO:<ada@example.com>')
  const begun = await client.say('DATA')
  return begun?.startsWith('354 ') === true ? client.say('Subject: Hello\r\n\r\nHi.\r\n.') : begun
}
