import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One of so many webhooks fails. */
const oneFailsOf = 5

/** An endpoint that answers every fifth webhook with 500. */
export async function failingReceiver() {
  let came = 0
  const server = createServer((incoming, reply) => {
    incoming.resume().on('end', () => {
      came += 1
      reply.writeHead(came % oneFailsOf === 0 ? 500 : 200, { 'content-length': '0' }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    get came() {
      return came
    },
    stop: async () => {
      server.close().closeAllConnections()
      await once(server, 'close')
    },
  }
}
