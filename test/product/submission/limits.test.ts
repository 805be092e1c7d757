import { afterAll, beforeAll, expect, test } from 'vitest'
import { talk, type Client } from '../../support/mail-servers/smtp-talk.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { mailOf } from './support.js'

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    env: { POSTSEAL_ROLES: 'api', POSTSEAL_SUBMISSION_PORT: '0', POSTSEAL_SENDS_PER_MINUTE: '100' },
    bodyMemory: { smallBytes: 1_000, maxSmallBytes: 2_000, maxLargeBytes: 1_000 },
  })
})
afterAll(() => service.stop())

const small = mailOf(['From: no-reply@shop.example', 'To: ada@example.com', 'Subject: Small', '', 'Hi.'])

async function signedIn(): Promise<Client> {
  const client = await talk(service.submission.port)
  const password = `\0postseal\0${service.credentials.project_key}`
  await client.say('EHLO shop.example')
  await client.say(`AUTH PLAIN ${Buffer.from(password).toString('base64')}`)
  return client
}

async function begin(client: Client): Promise<void> {
  await client.say('MAIL FROM:<no-reply@shop.example>')
  await client.say('RCPT TO:<ada@example.com>')
  expect(await client.say('DATA')).toMatch(/^354 /)
}

test('a message that there is no memory for is refused for now, and nothing of it is taken for commands', async () => {
  const client = await signedIn()
  await begin(client)
  client.write(mailOf(['From: no-reply@shop.example', 'To: ada@example.com', 'Subject: Large', '']))
  // Lines that would send another message, if they were commands.
  const smuggled = 'RSET\r\nMAIL FROM:<evil@shop.example>\r\nRCPT TO:<victim@example.com>\r\nDATA\r\nHi\r\n'
  for (let times = 0; times < 2_000; times += 1) client.write(smuggled)
  expect(await client.say('.')).toMatch(/^451 4\.3\.0 unavailable: /)
  // It is the next reply, and the connection goes on.
  expect(await client.say('NOOP')).toMatch(/^250 /)
  await begin(client)
  expect(await client.say(`${small}.`)).toMatch(/^250 2\.0\.0 Accepted as msg_/)
  const { rows } = await service.sql.query('select subject from messages')
  expect(rows).toEqual([{ subject: 'Small' }])
  client.end()
})

test('submissions count among the sends of the workspace: beyond the limit they are refused for now', async () => {
  const client = await signedIn()
  const replies: string[] = []
  for (let sent = 0; sent < 100; sent += 1) {
    await begin(client)
    replies.push((await client.say(`${small}.`)) ?? '')
  }
  expect(replies.at(0)).toMatch(/^250 /)
  expect(replies.at(-1)).toMatch(
    /^451 4\.7\.1 rate_limited: This workspace has made its 100 sends of this minute\./,
  )
  client.end()
})
