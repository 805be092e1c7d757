import path from 'node:path'
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll } from 'vitest'
import { openDatabase } from '../../../server/platform/db/connection/database.js'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { returnPath, type ReturnPath } from '../../../server/product/delivery/bounce/return-path.js'
import { startInbound, type Inbound, type InboundOptions } from '../../../server/product/inbound/inbound.js'
import { inboundMetrics, type InboundKind } from '../../../server/product/inbound/metrics.js'
import { recipientResolver } from '../../../server/product/inbound/recipients.js'
import { verifiedReturnPaths } from '../../../server/product/domains/return-path/verified-names.js'
import { routeFinder } from '../../../server/product/inbound/routes/find.js'
import { openMailParsing } from '../../../server/product/inbound/parsing/mail-parsing.js'
import type { ReportTakerOptions } from '../../../server/product/inbound/take-report.js'
import { replyAddresses } from '../../../server/product/delivery/bounce/reply-address.js'
import { loadServiceKey } from '../../../server/platform/auth/service-key.js'
import { send, untilLog, type AcceptedMessage, type Log } from '../../support/messages/mail.js'
import { startTestService, type TestService } from '../../support/service/service.js'

/** A delivery whose report can come back. */
export interface Delivered {
  readonly message: AcceptedMessage
  readonly log: Log
  /** Its envelope sender. */
  readonly address: string
}

/** The options with which a receiver is started, with those of its reports among them. */
type RigOptions = Omit<InboundOptions, 'reports'> & ReportTakerOptions

/** A service with live mail in its logs, and receivers beside it that a test can have as it likes. */
export interface Rig {
  readonly service: TestService
  readonly returnPath: ReturnPath
  readonly port: number
  readonly start: (options?: Partial<RigOptions>) => Promise<Inbound>
  /** Returns the number of messages that the rig's receivers have counted as of a kind. */
  readonly counted: (kind: InboundKind) => Promise<number>
  readonly delivered: (to?: string) => Promise<Delivered>
  /** The log as it is now. */
  readonly logOf: (delivered: Delivered) => Promise<Log>
}

export function useRig(): Rig {
  let rig: Rig | undefined
  let number = 0
  const closers: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    const service = await startTestService()
    closers.push(() => service.stop())
    const database = await openDatabase(service.config)
    closers.push(() => database.close())
    const ownReturnPath = returnPath(
      'bounces.shop.example',
      loadServiceKey(service.config).derive('return-path'),
    )
    const parsing = openMailParsing()
    closers.push(() => Promise.resolve(parsing.close()))
    const registry = new Registry()
    const metrics = inboundMetrics(registry)
    const start: Rig['start'] = async (options) => {
      const { db } = database
      const log = pino({ level: 'silent' })
      const reports = {
        db,
        returnPath: ownReturnPath,
        parsing,
        hostname: 'mx.shop.example',
        authenticatedBy: undefined,
        spoolFolder: path.join(service.config.dataDir, 'reports'),
        feedbackProviders: ['provider.example', 'staff@hotmail.example'],
        brake: () => Promise.resolve(),
        log,
        ...options,
      }
      const inbound = await startInbound({
        db,
        host: '127.0.0.1',
        port: 0,
        hostname: 'mx.shop.example',
        tls: undefined,
        resolve: recipientResolver(
          ownReturnPath,
          replyAddresses(Buffer.alloc(32)),
          routeFinder(db),
          verifiedReturnPaths(db),
        ),
        admit: () => Promise.resolve(),
        takeMail: () => Promise.reject(new Error('the rig has no routes')),
        reports,
        drainSeconds: 5,
        log,
        metrics,
        ...options,
      })
      closers.push(() => inbound.close())
      return inbound
    }
    const { port } = await start()
    rig = {
      service,
      returnPath: ownReturnPath,
      port,
      start,
      counted: async (kind) => {
        const found = await registry.getSingleMetric('postseal_inbound_messages_total')?.get()
        return found?.values.find(({ labels }) => labels['kind'] === kind)?.value ?? 0
      },
      delivered: async (to = `reader${++number}@example.com`) => {
        const message = await send(service, to)
        const log = await untilLog(service, message, ({ status }) => status === 'delivered', 'the delivery')
        const workspaceId = fromTypeId('ws', service.credentials.workspace_id)
        const address = ownReturnPath.addressOf({ workspaceId, logId: fromTypeId('log', log.id) })
        return { message, log, address }
      },
      logOf: ({ message }) => untilLog(service, message, () => true, 'the log'),
    }
  })
  afterAll(async () => {
    for (const closer of closers.reverse()) await closer()
  })
  return new Proxy({} as Rig, { get: (_, name) => rig?.[name as keyof Rig] })
}
