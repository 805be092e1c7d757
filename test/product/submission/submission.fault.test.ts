import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { patientClient } from '../../support/time/patiently.js'
import { heldPort } from '../../support/network/ports.js'
import { read } from '../../support/messages/mail.js'
import { serviceEnv, startProcess, type ServiceProcess } from '../../support/service/process.js'
import { maxHoldMs, watchEventLoop } from '../../support/time/watch-event-loop.js'
import { heavyMails } from '../inbound/heavy-mails.js'
import { idIn, mailOf } from './support.js'

/** The mails that took longest to read. */
const heavy = ['line ends', 'many parts', 'short fields', 'multiparts in multiparts', 'base64 in short lines']
const bytes = 9_900_000

test('nothing accepted is lost or sent twice when the process is killed, and no message holds its event loop', async () => {
  const port = await heldPort()
  const env = await serviceEnv({ POSTSEAL_SUBMISSION_PORT: String(port) })
  let service = await startProcess(env)
  const eventLoop = watchEventLoop(service)
  for (const name of heavy) {
    const raw = heavyMails[name]?.(bytes).subarray(0, bytes) ?? ''
    expect([name, await submit(service, port, raw)]).toEqual([name, expect.stringMatching(/^(250|552|554) /)])
  }
  expect(await eventLoop.stop()).toBeLessThan(maxHoldMs)

  const replies = new Map<string, string>()
  const subjects = Array.from({ length: 60 }, (_, at) => `Kept ${at}`)
  const submitAll = (onAccepted: (count: number) => void) =>
    Promise.all(
      subjects.map(async (subject) => {
        const reply = await submit(service, port, messageOf(subject))
        if (!reply.startsWith('250 ')) return
        replies.set(subject, idIn(reply))
        onAccepted(replies.size)
      }),
    )
  await submitAll((count) => count === 20 && void service.kill('SIGKILL'))
  expect((await service.ended).signal).toBe('SIGKILL')
  const acceptedBefore = new Map(replies)
  expect(acceptedBefore.size).toBeGreaterThanOrEqual(20)

  service = await startProcess(env)
  // Clients that had no reply submit again; one that had loses nothing by it.
  await submitAll(() => undefined)
  for (const [subject, id] of acceptedBefore) expect([subject, replies.get(subject)]).toEqual([subject, id])
  const { body } = await read(service, '/v1/messages?limit=100&recipient=kept@example.com')
  const found = (body.data as { subject: string }[]).map(({ subject }) => subject)
  const kept = found.filter((subject) => subject.startsWith('Kept'))
  expect(kept.sort()).toEqual([...subjects].sort())
  await service.stop()
})

function messageOf(subject: string): string {
  const id = subject.replace(' ', '.')
  return mailOf([
    'From: no-reply@shop.example',
    'To: kept@example.com',
    `Subject: ${subject}`,
    `Message-ID: <${id}@shop.example>`,
    '',
    'Kept.',
  ])
}

/** The last reply, or what happened instead. */
async function submit({ credentials }: ServiceProcess, port: number, raw: string | Buffer): Promise<string> {
  const transport = createTransport({
    ...patientClient,
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    auth: { user: 'postseal', pass: credentials.project_key },
  })
  try {
    const envelope = { from: 'no-reply@shop.example', to: 'kept@example.com' }
    return (await transport.sendMail({ envelope, raw })).response
  } catch (error) {
    return (error as { response?: string }).response ?? String(error)
  } finally {
    transport.close()
  }
}
