import type { Logger } from 'pino'
import type { Config } from '../platform/config/config.js'
import { presentError } from '../platform/log/log-error.js'
import { StartedParts } from '../platform/service/started-parts.js'
import { firstLink } from '../product/sign-in/links.js'
import { startSubmissions, type SubmissionPorts } from '../product/submission/open.js'
import { openAccess } from './access.js'
import { openContext } from './context.js'
import { openFeatures } from './features.js'
import { prepareHttp, type ReplaceHandlers } from './http.js'
import { startScheduling } from './scheduler.js'
import { startSinkRole } from './sink.js'

/** A running service. */
export interface Service {
  /** The port that HTTP listens on. */
  readonly port: number
  /** The SMTP ports of the sink and of the inbound receiver, if this process has these roles. */
  readonly sinkPort: number | undefined
  readonly inboundPort: number | undefined
  /** The ports for submission by SMTP, with STARTTLS and with TLS from the first byte, if they are configured. */
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

/** Reports the work that a service has left behind when it stopped. */
export interface StopReport {
  /**
   * The number of known outcomes of deliveries and webhooks that could not be recorded. Those deliveries and webhooks
   * are made again.
   */
  readonly unrecorded: number
}

export interface StartOptions {
  readonly replaceHandlers?: ReplaceHandlers
  /**
   * Is called when everything has started, before the first request is answered. A caller that stops the service on a
   * signal prepares for it here: whoever has an answer may send the signal at once.
   */
  readonly beforeServing?: (service: Service) => void
}

/**
 * Starts a process of the service: the database, then its roles in the order of a message's way backwards, so that
 * each finds the next one there.
 *
 * @throws DataDirInUseError, or the error of the part that could not be started; the started parts are closed then
 */
export async function startService(
  config: Config,
  parentLog: Logger,
  { replaceHandlers = (handlers) => handlers, beforeServing }: StartOptions = {},
): Promise<Service> {
  const log = parentLog.child({}, { serializers: { err: presentError } })
  const parts = new StartedParts()

  try {
    const context = await openContext(config, log, parts)
    const { http } = context
    const access = await openAccess(context)
    const features = openFeatures(context, access)
    const inbound = context.has('inbound') ? await features.inbound.start() : undefined
    const inboundPort = inbound?.port ?? config.inboundPort
    const sink = context.has('sink') ? await startSinkRole(context, features, inboundPort) : undefined
    const sinkPort = sink?.port ?? config.sinkPort
    if (context.has('webhooks')) features.webhooks.start()
    if (context.has('delivery')) features.delivery.start(sinkPort)
    if (context.has('scheduler')) startScheduling(context, features)
    const serve = prepareHttp(context, { access, features, sink, replaceHandlers })
    const { sending } = features.messages
    const { renderer } = features.content
    const submission = context.has('api')
      ? await startSubmissions(context, { ...access, sending, renderer })
      : { port: undefined, tlsPort: undefined }
    if (context.has('delivery')) features.signIn.start(sinkPort)
    if (context.has('programs')) features.programs.start()

    const service: Service = {
      port: http.port,
      sinkPort: sink?.port,
      inboundPort: inbound?.port,
      submission,
      firstLink: (publicUrl) => firstLink(context.db, publicUrl),
      onFailure: (listener) => context.database.onFailure(listener),
      stop: async (hurry) => {
        // Requests that wait for mail would wait in vain.
        sink?.endWaits()
        parts.stopWorkers()
        await http.close({ seconds: config.shutdownGraceSeconds, ...(hurry && { hurry }) })
        await parts.closeAll()
        return { unrecorded: parts.unrecorded }
      },
      openParts: () => parts.open(),
    }
    beforeServing?.(service)
    serve()
    return service
  } catch (error) {
    await parts.closeAll()
    throw error
  }
}
