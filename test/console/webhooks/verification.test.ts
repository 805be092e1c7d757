import { spawn, type ChildProcess } from 'node:child_process'
import { signTestWebhook } from 'postseal/webhooks'
import { afterEach, describe, expect, it } from 'vitest'
import { receivers } from '../../../console/screens/webhooks/secrets/verification.js'
import { heldPort } from '../../support/network/ports.js'
import { until } from '../../support/time/until.js'

/** The receivers that the console shows, each as somebody who copied it runs it. */

const secret = 'whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEF'
const running: ChildProcess[] = []

afterEach(() => running.splice(0).forEach((child) => child.kill()))

/** Runs the receiver on a port of its own; resolves to its address once it listens. */
async function start(program: string): Promise<string> {
  const port = await heldPort()
  const code = program.replace('3000', String(port))
  const child = spawn(
    process.execPath,
    ['--import', './scripts/typescript/register.mjs', '--input-type=module', '--eval', code],
    {
      env: { ...process.env, POSTSEAL_WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  running.push(child)
  const url = `http://127.0.0.1:${port}/`
  await until(
    () =>
      fetch(url, { method: 'POST' }).then(
        () => true,
        () => false,
      ),
    'the receiver',
  )
  return url
}

async function statusOf(url: string, body: string, headers: Record<string, string>): Promise<number> {
  return (await fetch(url, { method: 'POST', body, headers })).status
}

describe('the receiver in TypeScript', () => {
  it('takes what is signed, and refuses what somebody has changed', async () => {
    const url = await start(receivers['TypeScript'] ?? '')
    const { payload, headers } = await signTestWebhook({
      event: { type: 'webhook.test', id: 'evt_1' },
      secret,
    })
    expect(await statusOf(url, payload, headers)).toBe(204)
    expect(await statusOf(url, payload.replace('evt_1', 'evt_2'), headers)).toBe(400)
    expect(await statusOf(url, payload, {})).toBe(400)
  })
})
