import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createMigratedDatabase } from '../../../support/database/database.js'
import { messageFor } from '../../../support/messages/messages.js'
import { serviceEnv, startProcess, type ServiceProcess } from '../../../support/service/process.js'
import { maxHoldMs, watchEventLoop } from '../../../support/time/watch-event-loop.js'

/** A process keeps answering when clients send more than fits into its memory: it refuses excess bodies in time. */

interface Reply {
  readonly status: number
  readonly retryAfter: string | undefined
}

function post({ url, credentials }: ServiceProcess, body: Buffer, headers: Record<string, string> = {}) {
  return new Promise<Reply>((resolve, reject) => {
    const request = httpRequest(`${url}/v1/messages`, {
      method: 'POST',
      agent: false,
      headers: {
        Authorization: `Bearer ${credentials.workspace_key}`,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        ...headers,
      },
    })
    request.once('error', reject)
    request.once('response', (response) => {
      response.resume()
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }),
      )
    })
    request.end(body)
  })
}

/** The peak memory of a process, in bytes. */
function peakMemory(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

/** Measures how long a process's event loop computes at most while `work` runs, in milliseconds. */
async function longestHold(service: ServiceProcess, work: () => Promise<unknown>): Promise<number> {
  const eventLoop = watchEventLoop(service)
  await work()
  return eventLoop.stop()
}

test(
  '200 bodies of 10 MB, and brackets without end, are answered without a stall',
  { timeout: 400_000 },
  async () => {
    const database = await createMigratedDatabase()
    const service = await startProcess(
      await serviceEnv({
        DATABASE_URL: database.url,
        POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
        POSTSEAL_LOG_LEVEL: 'warn',
      }),
    )
    const project = service.credentials.test_project_id
    const small = Buffer.from(JSON.stringify(messageFor(project)))
    // The first request creates the validator, so it does not count.
    expect((await post(service, small)).status).toBe(202)

    const brackets = gzipSync(`${'['.repeat(4_900_000)}${']'.repeat(4_900_000)}`)
    const ofBrackets = await longestHold(service, async () => {
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => post(service, brackets, { 'Content-Encoding': 'gzip' })),
      )
      expect(replies.map(({ status }) => status)).toEqual(Array<number>(10).fill(422))
    })
    expect(ofBrackets).toBeLessThan(maxHoldMs)

    // 14 kB of gzip: base64 in lines of four characters. It stalls little more than as many characters in one line.
    const holdOf = (content: string) => {
      const body = messageFor(project, { attachments: [{ filename: 'a.bin', content }] })
      const packed = gzipSync(JSON.stringify(body))
      return longestHold(service, async () => {
        for (let sent = 0; sent < 5; sent += 1) {
          expect((await post(service, packed, { 'Content-Encoding': 'gzip' })).status).toBe(202)
        }
      })
    }
    const ofOneLine = await holdOf('QUJDQUJD'.repeat(1_240_000))
    const ofLines = await holdOf('QUJD\r\n'.repeat(1_240_000))
    expect(ofLines).toBeLessThan(3 * ofOneLine)

    const large = Buffer.from(JSON.stringify(messageFor(project, { text: 'x'.repeat(9_990_000) })))
    let smallReplies: Reply[] = []
    const ofBodies = await longestHold(service, async () => {
      const sending = Array.from({ length: 200 }, () => post(service, large))
      smallReplies = await Promise.all(Array.from({ length: 10 }, () => post(service, small)))
      const replies = await Promise.all(sending)
      for (const { status, retryAfter } of replies) {
        expect([202, 503]).toContain(status)
        expect(Number(retryAfter) > 0).toBe(status === 503)
      }
      expect(replies.some(({ status }) => status === 202)).toBe(true)
    })
    expect(smallReplies.map(({ status }) => status)).toEqual(Array<number>(10).fill(202))
    expect(ofBodies).toBeLessThan(maxHoldMs)
    expect(peakMemory(service.pid)).toBeLessThan(1_000_000_000)

    await service.stop()
    await database.drop()
  },
)
