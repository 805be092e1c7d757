import { Session } from 'node:inspector/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { readConfig } from '../../../server/platform/config/config.js'
import type { startService as StartService } from '../../../server/process/service.js'
import { liveBytes } from '../../support/service/live-heap.js'
import { answeringAtOnce, inOneTransactionEach } from './other-ways.js'

/**
 * A process of the service, with `sendMessage` done in the way that the parent asks for. `profile` of the parent begins a
 * CPU profile of its thread; the next one ends it and gets it. `memory` collects what is garbage and gets what is left.
 */

const ways = {
  service: undefined,
  built: undefined,
  floor: answeringAtOnce,
  transactions: inOneTransactionEach,
}
const way = process.argv[2] as keyof typeof ways
const mxPort = Number(process.argv[3])

/** The service as it is installed: only the build has the processes that it starts for mail and for templates. */
const builtService = new URL('../../../dist/process/service.js', import.meta.url).href

const config = readConfig(process.env)
const delivery = { ...config.delivery, ...(mxPort > 0 && { mxPort }) }
const { startService } = (await import(
  way === 'built' ? builtService : '../../../server/process/service.js'
)) as { readonly startService: typeof StartService }
const service = await startService({ ...config, delivery }, pino({ level: 'silent' }), {
  replaceHandlers: ways[way],
})
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

/** Twice: what the first collection finalizes is garbage for the second. */
async function memory(): Promise<void> {
  liveBytes()
  await sleep(10)
  liveBytes()
  process.send?.({ memory: process.memoryUsage() })
}

async function stop(): Promise<void> {
  await service.stop()
  process.exit(0)
}

process.send?.({
  port: service.port,
  submissionPort: service.submission.port ?? 0,
  inboundPort: service.inboundPort ?? 0,
})
const words: Readonly<Record<string, () => Promise<void>>> = { profile, memory, stop }
process.on('message', (word: string) => void words[word]?.())
