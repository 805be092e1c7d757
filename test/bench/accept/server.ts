import { Session } from 'node:inspector/promises'
import pino from 'pino'
import { readConfig } from '../../../server/platform/config/config.js'
import { startService } from '../../../server/process/service.js'
import { answeringAtOnce, inOneTransactionEach } from './other-ways.js'

/**
 * A process of the service, with `sendMessage` done in the way that the parent asks for. `profile` of the parent begins a
 * CPU profile of its thread; the next one ends it and gets it.
 */

const ways = { service: undefined, floor: answeringAtOnce, transactions: inOneTransactionEach }
const way = process.argv[2] as keyof typeof ways
const mxPort = Number(process.argv[3])

const config = readConfig(process.env)
const delivery = { ...config.delivery, ...(mxPort > 0 && { mxPort }) }
const service = await startService({ ...config, delivery }, pino({ level: 'silent' }), ways[way])
let profiling: Session | undefined

async function profile(): Promise<void> {
  if (profiling === undefined) {
    profiling = new Session()
    profiling.connect()
    await profiling.post('Profiler.enable')
    await profiling.post('Profiler.start')
    process.send?.({})
    return
  }
  const ended = await profiling.post('Profiler.stop')
  profiling.disconnect()
  profiling = undefined
  process.send?.(ended)
}

process.send?.({ port: service.port, submissionPort: service.submission.port ?? 0 })
process.on(
  'message',
  (word) => void (word === 'profile' ? profile() : service.stop().then(() => process.exit(0))),
)
