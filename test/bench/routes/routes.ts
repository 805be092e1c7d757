import { newUuid, toTypeId } from '../../../server/platform/db/ids.js'
import { operationsOf, ownContract } from '../../../server/platform/http/operation/contract.js'
import { underLoad } from '../accept/load.js'
import { atMost, type Benchmark } from '../benchmark.js'
import { startChild, type Child } from '../child.js'
import { median } from '../median.js'

const rounds = 8
const secondsEach = 2
const invented = 300

interface State {
  readonly port: number
  readonly secret: string
  /** Microseconds of CPU since the process began. */
  readonly cpu: number
}
type App = Child<object, State>

/** Measures what a request costs by the number of the contract's operations. */
export const routes: Benchmark = {
  name: 'routes',
  title: `CPU of a send that is answered without a database, with ${invented} more operations in the contract and without, ${rounds} rounds of ${secondsEach} s`,
  run: async (context) => {
    const start = (more: number) =>
      startChild<object, State>(new URL('server.ts', import.meta.url), [String(more)])
    const [few, many] = [await start(0), await start(invented)]
    try {
      const measured: { few: number[]; many: number[] } = { few: [], many: [] }
      await cpuOfRequest(few)
      await cpuOfRequest(many)
      for (let round = 1; round <= rounds; round += 1) {
        context.progress(`round ${round}`)
        // Each comes first in every second round.
        if (round % 2 === 0) measured.few.push(await cpuOfRequest(few))
        measured.many.push(await cpuOfRequest(many))
        if (round % 2 === 1) measured.few.push(await cpuOfRequest(few))
      }
      const own = operationsOf(ownContract()).length
      const quotients = measured.many.map((cpu, round) => cpu / (measured.few[round] ?? NaN))
      return {
        rows: [
          { operations: own, 'CPU us a request': Math.round(median(measured.few)) },
          { operations: own + invented, 'CPU us a request': Math.round(median(measured.many)) },
        ],
        ratios: { cpu_by_operations: atMost(1.1, median(quotients)) },
      }
    } finally {
      await few.stop()
      await many.stop()
    }
  },
}

const body = JSON.stringify({
  project_id: toTypeId('prj', newUuid()),
  from_email: 'no-reply@shop.example',
  to: [{ email: 'ada@example.com' }],
  subject: 'Reset your password',
  text: 'Follow this link to choose a new password: https://shop.example/reset/9f2c',
})

/** Microseconds. */
async function cpuOfRequest(app: App): Promise<number> {
  const { port, secret } = app.hello
  const before = await app.ask({})
  const { rate, seconds } = await underLoad({
    url: `http://127.0.0.1:${port}`,
    path: '/v1/messages',
    key: secret,
    connections: 32,
    seconds: secondsEach,
    body: () => body,
  })
  return ((await app.ask({})).cpu - before.cpu) / (rate * seconds)
}
