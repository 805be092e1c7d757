import { spawn } from 'node:child_process'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { verifyWebhook } from 'postseal/webhooks'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CommandError } from '../../../server/operate/command-error.js'
import { listen } from '../../../server/operate/cli/listen/listen.js'
import { settingsOf, type ListenOptions } from '../../../server/operate/cli/listen/settings.js'
import { call } from '../../support/api/api.js'
import { command } from '../../support/commands/cli.js'
import { send } from '../../support/messages/messages.js'
import { installPackedServer } from '../../support/service/packed-server.js'
import { follow } from '../../support/service/process.js'
import { heldPort } from '../../support/network/ports.js'
import { startReceiver, type Received, type Receiver } from '../../support/webhooks/receiver.js'
import { startTestService, type TestService } from '../../support/service/service.js'
import { addTenant, type Tenant } from '../../support/workspace/tenant.js'
import { until } from '../../support/time/until.js'

/** `postseal listen`, from the packed package and in this process. */

let service: TestService
let tenant: Tenant
let receiver: Receiver
beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_ROLES: 'api' } })
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await addTenant(service)
  receiver = await startReceiver()
})
afterEach(() => receiver.close())

/** Runs in this process until it is stopped. */
async function listening(options: Partial<ListenOptions> = {}, apiUrl = service.url, apiKey?: string) {
  const lines: string[] = []
  const notices: string[] = []
  const stopping = new AbortController()
  const config = { apiKey: apiKey ?? (await tenant.key()), baseUrl: apiUrl, dataDir: '/nothing' }
  const settings = settingsOf({ forward: receiver.url, ...options }, config)
  const output = { line: (line: string) => lines.push(line), notice: (line: string) => notices.push(line) }
  const ended = listen(settings, output, stopping.signal, [20, 40])
  const stop = async () => {
    stopping.abort()
    await ended
  }
  const first = options.json === true ? 1 : 4
  await Promise.race([ended, until(() => lines.length >= first, 'the first lines')])
  return { lines, notices, secret: settings.secret, stop, ended }
}

const sendOne = async (fields: Parameters<typeof send>[3] = {}, project = tenant.liveProject) =>
  send(service.url, await tenant.key(), project, fields)
const messagesOf = (received: readonly Received[]) =>
  received.map(({ json }) => json.data.message_id as string)

test('from the packed package it forwards events as real webhooks until Ctrl+C', async () => {
  const { folder } = await installPackedServer()
  const bin = path.join(folder, 'node_modules/.bin/postseal')
  const run = (env: Record<string, string>, ...args: string[]) =>
    follow(
      spawn(process.execPath, [bin, 'listen', ...args], {
        cwd: folder,
        env: { PATH: process.env['PATH'] ?? '', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
  const listener = run(
    { POSTSEAL_DATA_DIR: service.dataDir },
    ...['--forward', receiver.url, '--events', 'message.accepted,message.cancelled'],
  )
  await until(() => listener.stdout().includes('Waiting for events'), 'the start')
  const { project_key: key, project_id: project } = service.credentials
  expect(listener.stdout()).toContain(
    `Listening to all projects of the workspace "Default" at ${service.credentials.base_url}\n`,
  )
  const id = await send(service.url, key, project, {
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
  await call(service.url, 'POST', `/v1/messages/${id}/cancel`, { key })
  const received = await receiver.count(2)
  expect(received.map(({ json }) => json.type as string)).toEqual(['message.accepted', 'message.cancelled'])
  const [, secret = ''] = /Signing secret: (whsec_[A-Za-z0-9+/]{43}=)$/m.exec(listener.stdout()) ?? []
  for (const one of received) {
    expect(one.verify([secret])).toBe('ok')
    const headers = one.headers as Record<string, string>
    const event = await verifyWebhook({ payload: one.body.toString(), headers, secret })
    const { body } = await call(service.url, 'GET', `/v1/events/${event.id}`, { key })
    expect(event).toEqual(body)
    expect(new Webhook(secret).verify(one.body.toString(), headers)).toEqual(body)
    expect(headers['webhook-id']).toBe(event.id)
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Postseal\//) as string,
      'service-delivery': expect.stringMatching(/^whd_[0-9a-z]{26}$/) as string,
    })
    await until(
      () => new RegExp(`^\\S+Z  ${event.type}  ${event.id}  200  \\d+ ms$`, 'm').test(listener.stdout()),
      'the line',
    )
  }
  const { test_project_key: testKey, test_project_id: testProject } = service.credentials
  const testMail = await send(service.url, testKey, testProject)
  const third = (await receiver.count(3))[2]?.json
  expect([third?.type, third?.data.message_id]).toEqual(['message.accepted', testMail])
  const ended = await listener.kill('SIGINT')
  expect([ended.code, ended.signal, ended.stderr]).toEqual([0, null, ''])

  const unknown = await run(
    { POSTSEAL_API_KEY: 'pk_live_unknown' },
    ...['--forward', receiver.url, '--api-url', service.url],
  ).ended
  expect(unknown.code).toBe(1)
  expect(unknown.stdout).toBe('')
  expect(unknown.stderr).toMatch(/^http:\S+ does not know the API key: .+[.?]\n$/)
})

test('with --json each line is an object', async () => {
  let requests = 0
  receiver.answer = () => ([503, 200][requests++] as 503 | undefined) ?? 200
  const { lines, secret, stop } = await listening({ json: true, events: 'message.accepted' })
  await sendOne()
  await until(() => requests >= 2 && lines.length >= 3, 'both attempts')
  await stop()
  const [begun, ...attempts] = lines.map((line) => JSON.parse(line) as object)
  const events = ['message.accepted']
  expect(begun).toMatchObject({ kind: 'listening', forward: receiver.url, secret, events, since: null })
  const [event] = receiver.received.map(({ json }) => json.id as string)
  const attempt = { kind: 'attempt', event_id: event, type: 'message.accepted' }
  expect(attempts).toMatchObject([
    { ...attempt, status: 503, error: { code: 'refused' }, retry_seconds: 1 },
    { ...attempt, status: 200, error: null, retry_seconds: null },
  ])
})

describe('an endpoint', () => {
  test('that fails gets each event again, in order, before the next', async () => {
    let requests = 0
    receiver.answer = () => ([503, 'reset', 302, 200, 500][requests++] as 503 | 'reset' | undefined) ?? 200
    const { lines, stop } = await listening()
    const ids = [await sendOne(), await sendOne(), await sendOne()]
    await until(() => requests >= 7, 'all attempts')
    await stop()
    const order = messagesOf(receiver.received)
    expect(order).toEqual([ids[0], ids[0], ids[0], ids[0], ids[1], ids[1], ids[2]])
    const deliveries = receiver.received.map(({ deliveryId }) => deliveryId)
    expect(new Set(deliveries.slice(0, 4)).size).toBe(1)
    expect(new Set(deliveries).size).toBe(3)
    expect(lines.filter((line) => line.includes('Trying again in')).length).toBeGreaterThanOrEqual(3)
  })

  test('that refuses an event for good does not keep the others from coming', async () => {
    receiver.answer = ({ json }) => (json.data.category === 'bad' ? 400 : 200)
    const { lines, stop } = await listening()
    const bad = await sendOne({ category: 'bad' })
    const good = await sendOne()
    await until(() => messagesOf(receiver.received).includes(good), 'the next')
    await stop()
    expect(messagesOf(receiver.received)).toEqual([bad, bad, bad, bad, bad, good])
    expect(lines.filter((line) => line.includes('  400  '))).toHaveLength(5)
  })

  test('that is not there is waited for', async () => {
    const port = await heldPort()
    const { lines, stop } = await listening({ forward: `http://127.0.0.1:${port}/hooks?a=1` })
    const id = await sendOne()
    await until(() => lines.filter((line) => line.includes('was refused')).length > 6, 'attempts in vain')
    const late = await startReceiver({ port })
    const [received] = await late.count(1)
    expect([received?.path, received?.json.data.message_id]).toEqual(['/hooks?a=1', id])
    await stop()
    await late.close()
  })
})

test('begins with a time, narrows to a project and to types', async () => {
  const since = new Date(Date.now() - 60_000).toISOString()
  const at = new Date(Date.now() + 86_400_000).toISOString()
  await sendOne({ scheduled_at: at })
  const id = await sendOne({ scheduled_at: at }, tenant.testProject)
  const options = { since, project: tenant.testProject, events: 'message.scheduled' }
  const { stop } = await listening(options)
  const [received] = await receiver.count(1)
  expect([received?.json.type, received?.json.data.message_id]).toEqual(['message.scheduled', id])
  const all = await listening({ since })
  await receiver.count(5)
  await stop()
  await all.stop()
  expect(receiver.received).toHaveLength(5)
})

test('says at its start whose events these are', async () => {
  const first = async (options: Partial<ListenOptions>, key?: string) => {
    const { lines, stop } = await listening(options, service.url, key)
    await stop()
    return lines[0]
  }
  const workspace = await call(service.url, 'GET', '/v1/workspace', { key: await tenant.key() })
  const { name } = workspace.body as { name: string }
  const project = tenant.testProject
  const shown = await call(service.url, 'GET', `/v1/projects/${project}`, { key: await tenant.key() })
  const { name: projectName } = shown.body as { name: string }
  expect(await first({})).toBe(`Listening to all projects of the workspace "${name}" at ${service.url}`)
  expect(await first({ project })).toBe(
    `Listening to project "${projectName}" (${project}) of the workspace "${name}" at ${service.url}`,
  )
  const { project_key: ofProject, project_id: id } = service.credentials
  expect(await first({}, ofProject)).toBe(`Listening to the project of this API key at ${service.url}`)
  expect(await first({ project: id }, ofProject)).toBe(`Listening to project ${id} at ${service.url}`)
})

test('goes on where it was when the service is away for a while', async () => {
  let isAway = false
  const proxy: Server = createServer((req, res) => {
    if (isAway) return void req.socket.destroy()
    const forwarded = httpRequest(service.url + (req.url ?? ''), { headers: req.headers }, (reply) => {
      res.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(res)
    })
    forwarded.on('error', () => res.destroy()).end()
    res.on('close', () => forwarded.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { notices, stop } = await listening({}, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
  const ids = [await sendOne()]
  await receiver.count(1)
  isAway = true
  proxy.closeAllConnections()
  await until(() => notices.filter((notice) => notice.includes('No reply from')).length > 2, 'the loss')
  ids.push(await sendOne(), await sendOne())
  isAway = false
  await receiver.count(3)
  expect(messagesOf(receiver.received)).toEqual(ids)
  expect(notices.some((notice) => notice.includes('answers again'))).toBe(true)
  await stop()
  proxy.closeAllConnections()
  proxy.close()
})

test('a key that is revoked meanwhile ends it', async () => {
  const apiKey = await tenant.key()
  const { ended } = await listening({}, service.url, apiKey)
  const expected = expect(ended).rejects.toThrow(CommandError)
  await service.sql.query('delete from api_keys where workspace_id = $1', [tenant.workspaceId])
  const ask = () => call(service.url, 'GET', '/v1/events?limit=1', { key: apiKey })
  await until(async () => (await ask()).status === 401, 'the end of the key')
  // What happens then it is not told.
  await sendOne()
  await expected
  expect(receiver.received).toHaveLength(0)
})

test.each<[string, string[], string, exit?: number]>([
  ['no address', ['--forward', 'localhost:3000'], '--forward takes an address'],
  ['another scheme', ['--forward', 'file:///etc/passwd'], '--forward takes an address'],
  ['credentials', ['--forward', 'http://a:b@localhost/'], 'without a user'],
  [
    'an unknown type',
    ['--forward', 'http://localhost/', '--events', 'message.*'],
    '"message.*" is not a type',
  ],
  ['a project that is none', ['--forward', 'http://localhost/', '--project', 'shop'], '--project takes'],
  ['a time that is none', ['--forward', 'http://localhost/', '--since', 'monday'], '--since takes'],
  ['a short secret', ['--forward', 'http://localhost/', '--secret', 'a'], '--secret takes'],
  ['no service', ['--forward', 'http://localhost/'], 'There is no credentials.json in /nothing', 1],
])('%s is refused in a sentence', async (_name, args, sentence, exit = 2) => {
  const { code, stdout, stderr } = await command({ POSTSEAL_DATA_DIR: '/nothing' }, 'listen', ...args)
  expect([code, stdout]).toEqual([exit, ''])
  expect(stderr).toContain(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
