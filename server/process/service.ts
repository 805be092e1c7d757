import type { Logger } from 'pino'
import type { Config } from '../platform/config/config.js'
import { presentError } from '../platform/log/log-error.js'
import { startApiRole, type ReplaceHandlers } from './roles/api.js'
import { openContext } from './roles/context.js'
import { startDeliveryRole } from './roles/delivery.js'
import { trackingLinksOf } from './roles/tracking.js'
import { startInboundRole } from './roles/inbound.js'
import { startProgramsRole } from './roles/programs.js'
import { startSchedulerRole } from './roles/scheduler.js'
import { startSignInMails } from './roles/sign-in.js'
import { startSinkRole } from './roles/sink.js'
import type { SubmissionPorts } from './roles/submission.js'
import { startWebhooksRole } from './roles/webhooks.js'
import { firstLink } from '../product/sign-in/links.js'
import { StartedParts } from './started-parts.js'

/** A running service. */
export interface Service {
  /** The port that HTTP listens on. */
  readonly port: number
  /** The SMTP ports of the sink and of the inbound receiver, where this process has these roles. */
  readonly sinkPort: number | undefined
  readonly inboundPort: number | undefined
  /** The ports for submission by SMTP, with STARTTLS and with TLS from the first byte, where they are configured. */
  readonly submission: SubmissionPorts
  /** Makes the link that signs the first owner in; undefined once a user has signed in. */
  firstLink(publicUrl: string): Promise<string | undefined>
  /** Calls back when the service cannot go on. */
  onFailure(listener: (error: Error) => void): void
  /**
   * Ends in-flight requests and deliveries, then closes the database. Workers claim no more at once, while
   * HTTP goes on serving for the shutdown grace, which `hurry` ends.
   */
  stop(hurry?: AbortSignal): Promise<StopReport>
  /** The names of the parts that have not closed yet. */
  openParts(): string[]
}

/** What a service has left behind when it stopped. */
export interface StopReport {
  /** Known outcomes of deliveries and webhooks that could not be recorded. These are made again. */
  readonly unrecorded: number
}

/**
 * Starts a process of the service: the database, then its roles in the order of a message's way backwards, so
 * that each finds the next one there.
 *
 * @throws DataDirInUseError, or the failure of whatever could not be started; what had started is closed then
 */
export async function startService(
  config: Config,
  parentLog: Logger,
  replaceHandlers: ReplaceHandlers = (handlers) => handlers,
): Promise<Service> {
  const log = parentLog.child({}, { serializers: { err: presentError } })
  const parts = new StartedParts()
  let stopping = false

  try {
    const context = await openContext(config, log, parts)
    // Mail can come before HTTP has a port of its own choice, and links to it name that port.
    let httpPort = config.port
    const inbound = context.has('inbound') ? await startInboundRole(context, () => httpPort) : undefined
    const sink = context.has('sink')
      ? await startSinkRole(context, inbound?.port ?? config.inboundPort)
      : undefined
    if (context.has('webhooks')) startWebhooksRole(context, () => httpPort)
    if (context.has('delivery'))
      startDeliveryRole(context, sink?.port ?? config.sinkPort, () => trackingLinksOf(context, httpPort))
    if (context.has('scheduler')) startSchedulerRole(context)
    const { http, submission } = await startApiRole(context, {
      sink,
      isStopping: () => stopping,
      replaceHandlers,
    })
    httpPort = http.port
    if (context.has('delivery')) startSignInMails(context, http.port, sink?.port ?? config.sinkPort)
    if (context.has('programs')) startProgramsRole(context, http.port)

    return {
      port: http.port,
      sinkPort: sink?.port,
      inboundPort: inbound?.port,
      submission,
      firstLink: (publicUrl) => firstLink(context.db, publicUrl),
      onFailure: (listener) => context.database.onFailure(listener),
      stop: async (hurry) => {
        stopping = true
        // Requests that wait for mail would wait in vain.
        sink?.endWaits()
        parts.stopWorkers()
        await http.close({ seconds: config.shutdownGraceSeconds, ...(hurry && { hurry }) })
        await parts.closeAll()
        return { unrecorded: parts.unrecorded }
      },
      openParts: () => parts.open(),
    }
  } catch (error) {
    await parts.closeAll()
    throw error
  }
}
