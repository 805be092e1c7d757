import { randomUUID } from 'node:crypto'
import { atLeast, type Benchmark } from '../benchmark.js'
import { median } from '../median.js'
import { backendsOf, processorMs } from '../processor-time.js'
import { bareInserts, type Inserted } from './bare-inserts.js'
import { underLoad } from './load.js'
import { startServer, type ServerProcess } from './server-process.js'

const rounds = 5
const secondsEach = 4
const connections = 4
const itemsEach = 100

/**
 * Batches over HTTP against the same rows inserted with nothing around them, in turns. The processor times say where
 * the rest goes: the client that sends the batches needs some as well, which is in neither column.
 */
export const batch: Benchmark = {
  name: 'batch',
  title: `batches of ${itemsEach} items over ${connections} connections, ${rounds} rounds of ${secondsEach} s; items a second`,
  run: async (context) => {
    const server = await startServer('service', await context.createDatabase())
    const other = await startServer('floor', await context.createDatabase())
    try {
      const service: Inserted[] = []
      const floor: Inserted[] = []
      await sendBatches(server, 2)
      await bareInserts(other, connections, itemsEach, 2)
      for (let round = 1; round <= rounds; round++) {
        context.progress(`round ${round}`)
        service.push(await sendBatches(server, secondsEach))
        floor.push(await bareInserts(other, connections, itemsEach, secondsEach))
      }
      return {
        rows: [rowOf('bare multi-row inserts of the same rows', floor), rowOf('the service', service)],
        ratios: {
          insert_floor_ratio: atLeast(
            0.8,
            median(service.map(({ rate }, round) => rate / (floor[round]?.rate ?? NaN))),
          ),
        },
      }
    } finally {
      await server.stop()
      await other.stop()
    }
  },
}

function rowOf(way: string, measured: readonly Inserted[]) {
  return {
    way,
    'items/s': Math.round(median(measured.map(({ rate }) => rate))),
    'Node µs an item': Math.round(median(measured.map(({ nodeUs }) => nodeUs))),
    'PostgreSQL µs an item': Math.round(median(measured.map(({ databaseUs }) => databaseUs))),
  }
}

async function sendBatches(server: ServerProcess, seconds: number): Promise<Inserted> {
  const { url, credentials, pid } = server
  const message = {
    project_id: credentials.project_id,
    from_email: 'no-reply@shop.example',
    to: [{ email: 'ada@example.com' }],
    subject: 'Your receipt',
    text: 'Thank you for your order. You find the invoice in your account: https://shop.example/orders/1042',
    category: 'receipt',
  }
  const backends = await backendsOf(server.databaseUrl)
  const [node, database] = [processorMs([pid]), processorMs(backends)]
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
  const items = rate * itemsEach * seconds
  return {
    rate: rate * itemsEach,
    nodeUs: ((processorMs([pid]) - node) * 1000) / items,
    databaseUs: ((processorMs(backends) - database) * 1000) / items,
  }
}
