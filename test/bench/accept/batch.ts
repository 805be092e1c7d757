import { randomUUID } from 'node:crypto'
import { atLeast, type Benchmark } from '../benchmark.js'
import { median } from '../median.js'
import { bareInserts } from './bare-inserts.js'
import { underLoad } from './load.js'
import { startServer, type ServerProcess } from './server-process.js'

const rounds = 5
const secondsEach = 4
const connections = 4
const itemsEach = 100

/** Batches over HTTP against the same rows inserted with nothing around them, in turns. */
export const batch: Benchmark = {
  name: 'batch',
  title: `batches of ${itemsEach} items over ${connections} connections, ${rounds} rounds of ${secondsEach} s; items a second`,
  run: async (context) => {
    const server = await startServer('service', await context.createDatabase())
    const other = await startServer('floor', await context.createDatabase())
    try {
      const service: number[] = []
      const floor: number[] = []
      await sendBatches(server, 2)
      await bareInserts(other, connections, itemsEach, 2)
      for (let round = 1; round <= rounds; round++) {
        context.progress(`round ${round}`)
        service.push(await sendBatches(server, secondsEach))
        floor.push(await bareInserts(other, connections, itemsEach, secondsEach))
      }
      return {
        rows: [
          { way: 'bare multi-row inserts of the same rows', 'items/s': Math.round(median(floor)) },
          { way: 'the service', 'items/s': Math.round(median(service)) },
        ],
        ratios: {
          insert_floor_ratio: atLeast(
            0.5,
            median(service.map((rate, round) => rate / (floor[round] ?? NaN))),
          ),
        },
      }
    } finally {
      await server.stop()
      await other.stop()
    }
  },
}

async function sendBatches({ url, credentials }: ServerProcess, seconds: number): Promise<number> {
  const message = {
    project_id: credentials.project_id,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject: 'Your receipt',
    text: 'Thank you for your order. You find the invoice in your account: https://shop.example/orders/1042',
    category: 'receipt',
  }
  const { rate } = await underLoad({
    url,
    path: '/v1/messages/batch',
    key: credentials.project_key,
    connections,
    seconds,
    body: () =>
      JSON.stringify({
        items: Array.from({ length: itemsEach }, () => ({ idempotency_key: randomUUID(), message })),
      }),
  })
  return rate * itemsEach
}
