import pino from 'pino'
import { readConfig } from '../../../server/platform/config/config.js'
import { startService } from '../../../server/process/service.js'
import { answeringAtOnce, inOneTransactionEach } from './other-ways.js'

/** A process of the service, with `sendMessage` done in the way that the parent asks for. */

const ways = { service: undefined, floor: answeringAtOnce, transactions: inOneTransactionEach }
const way = process.argv[2] as keyof typeof ways

const service = await startService(readConfig(process.env), pino({ level: 'silent' }), ways[way])
process.send?.({ port: service.port, submissionPort: service.submission.port ?? 0 })
process.once('message', () => void service.stop().then(() => process.exit(0)))
