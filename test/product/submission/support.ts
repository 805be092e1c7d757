import { createTransport } from 'nodemailer'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { inbox, rawMail, read } from '../../support/messages/mail.js'
import { patientClient } from '../../support/time/patiently.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { until } from '../../support/time/until.js'

type Schemas = components['schemas']

const pem = (name: string) => fileURLToPath(new URL(`../../support/tls/${name}.pem`, import.meta.url))

/** A service that takes submissions on both ports, with a certificate for `mx1.shop.example`. */
export function useSubmission(): () => TestService {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({
      env: {
        POSTSEAL_SUBMISSION_PORT: '0',
        POSTSEAL_SUBMISSION_TLS_PORT: '0',
        POSTSEAL_SUBMISSION_HOST: '127.0.0.1',
        POSTSEAL_SUBMISSION_TLS_CERT: pem('mx-leaf'),
        POSTSEAL_SUBMISSION_TLS_KEY: pem('mx-leaf-key'),
      },
    })
  })
  afterAll(() => service.stop())
  return () => service
}

export interface Submission {
  readonly raw: string | Buffer
  readonly to: readonly string[]
  readonly from?: string
  /** The password: the project's key unless told otherwise. */
  readonly key?: string
}

/** Submits a message as nodemailer does, and returns the last reply. */
export async function submit(service: TestService, { raw, to, from, key }: Submission): Promise<string> {
  const transport = createTransport({
    ...patientClient,
    host: '127.0.0.1',
    port: service.submission.port,
    ignoreTLS: true,
    auth: { user: 'postseal', pass: key ?? service.credentials.project_key },
  })
  try {
    const envelope = { from: from ?? 'no-reply@shop.example', to: [...to] }
    const { response } = await transport.sendMail({ envelope, raw })
    return response
  } catch (error) {
    return (error as { response?: string }).response ?? String(error)
  } finally {
    transport.close()
  }
}

/** The id in the reply to a message that was accepted. */
export function idIn(reply: string): string {
  const id = /^250 2\.0\.0 Accepted as (msg_\w+)$/.exec(reply)?.[1]
  if (id === undefined) throw new Error(`not accepted: ${reply}`)
  return id
}

export async function contentOf(service: TestService, id: string): Promise<Schemas['MessageContent']> {
  return (await read(service, `/v1/messages/${id}/content`)).body as Schemas['MessageContent']
}

export async function messageOf(service: TestService, id: string): Promise<Schemas['Message']> {
  return (await read(service, `/v1/messages/${id}`)).body as Schemas['Message']
}

/** The mail that has come to an address. */
export async function arrived(service: TestService, to: string): Promise<Buffer> {
  const [mail] = await until(async () => {
    const mails = await inbox(service.url, to)
    return mails.length > 0 && mails
  }, `the mail to ${to}`)
  return rawMail(service.url, mail ?? { id: '' })
}

let count = 0

/** An address of nobody before. */
export function newReader(): string {
  count += 1
  return `submitted${count}@example.com`
}

/** A message with lines that end in CRLF. */
export function mailOf(lines: readonly string[]): string {
  return `${lines.join('\r\n')}\r\n`
}
