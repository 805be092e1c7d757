import { describe, expect, test } from 'vitest'
import { APIConnectionError } from '../../../sdk-ts/src/index.js'
import { clientOf, serve } from '../support.js'

const lines = ['{"id":"aud_1","actor":{"name":"grüße"}}\n', '{"id":"aud_2"}\n', '{"id":"aud_3"}']

describe('an export of the audit log', () => {
  test('runs over entries, however their lines are cut', async () => {
    const whole = Buffer.from(lines.join(''))
    for (const size of [1, 7, whole.length]) {
      const parts = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
        whole.subarray(at * size, (at + 1) * size),
      )
      const body = new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(new Uint8Array(part))
          controller.close()
        },
      })
      const { client, seen } = clientOf([() => new Response(body)])
      const entries: unknown[] = []
      for await (const entry of client.auditEvents.export({ outcome: 'refused' })) entries.push(entry)
      expect(entries).toEqual([{ id: 'aud_1', actor: { name: 'grüße' } }, { id: 'aud_2' }, { id: 'aud_3' }])
      expect(seen[0]?.headers.get('Accept')).toBe('application/x-ndjson')
      expect(new URL(String(seen[0]?.url)).search).toBe('?outcome=refused')
    }
  })

  test('fails where it breaks off, and where a line is no JSON', async () => {
    const broken = await serve((_, reply) => {
      reply.writeHead(200).write(`${lines[0]}{"id`, () => reply.destroy())
    })
    const ids: string[] = []
    const read = async (client = broken.client) => {
      for await (const { id } of client.auditEvents.export()) ids.push(id)
    }
    await expect(read()).rejects.toThrow('The reply broke off')
    expect(ids).toEqual(['aud_1'])
    const { client } = clientOf([() => new Response('<html>\n')])
    await expect(read(client)).rejects.toBeInstanceOf(APIConnectionError)
  })

  test('as CSV comes as text', async () => {
    const { client, seen } = clientOf([() => new Response('id,created_at\r\n')])
    let text = ''
    for await (const part of client.auditEvents.exportCsv()) text += part
    expect(text).toBe('id,created_at\r\n')
    expect(seen[0]?.headers.get('Accept')).toBe('text/csv')
  })
})
