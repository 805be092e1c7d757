import express from 'express'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import {
  environmentLimitOf,
  InProcessClient,
  type InProcessRequest,
} from '../../../../server/platform/http/connection/in-process.js'

/** Requests over a connection in memory. */

const request = (more: Partial<InProcessRequest> = {}): InProcessRequest => ({
  ...{ method: 'GET', target: '/', headers: { Host: 'localhost' }, body: undefined },
  ...{ ip: '203.0.113.7', environment: null, signal: new AbortController().signal },
  ...more,
})

test('the application sees the address, the head and the body, and what it is held to', async () => {
  const app = express()
  app.post('/a', (req, res, next) => {
    text(req).then(
      (body) => res.json([req.ip, req.query, req.headers['x-a'], environmentLimitOf(req), body.length]),
      next,
    )
  })
  const reply = await new InProcessClient(app).send(
    request({
      ...{ method: 'POST', target: '/a?b=c', headers: { Host: 'x', 'X-A': '1' } },
      ...{ body: 'x'.repeat(3_000_000), environment: 'test' },
    }),
  )
  expect(reply.statusCode).toBe(200)
  expect(JSON.parse(await text(reply))).toEqual(['203.0.113.7', { b: 'c' }, '1', 'test', 3_000_000])
})

test('a long reply comes whole, and no faster than it is read', async () => {
  let written = 0
  const client = new InProcessClient((_req, res) => {
    const write = () => {
      while (written < 5_000_000) {
        written += 10_000
        if (!res.write('y'.repeat(10_000))) return void res.once('drain', write)
      }
      res.end()
    }
    write()
  })
  const reply = await client.send(request())
  await new Promise(setImmediate)
  expect(written).toBeLessThan(1_000_000)
  expect((await text(reply)).length).toBe(5_000_000)
})

test('who gives up ends the request, before and within its reply', async () => {
  const served: ServerResponse[] = []
  const client = new InProcessClient((req: IncomingMessage, res) => {
    served.push(res)
    if (req.url === '/begun') res.write('a')
  })
  const early = new AbortController()
  const sending = client.send(request({ signal: early.signal }))
  await expect.poll(() => served.length).toBe(1)
  const closed = once(served[0] as ServerResponse, 'close')
  early.abort()
  await expect(sending).rejects.toThrow('aborted')
  await closed

  const reply = await client.send(request({ target: '/begun' }))
  const closedToo = once(served[1] as ServerResponse, 'close')
  // As leaving a loop over it does.
  reply.destroy()
  await closedToo
})

test('an application that breaks the connection off is an error', async () => {
  const client = new InProcessClient((req, res) => {
    if (req.url === '/begun') res.write('a', () => res.destroy())
    else res.destroy()
  })
  await expect(client.send(request())).rejects.toThrow('socket hang up')
  await expect(client.send(request({ target: '/begun' })).then(text)).rejects.toThrow('aborted')
})
