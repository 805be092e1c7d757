import type { Router } from 'express'
import { Deferrals } from './deferrals.js'
import { WaitingRequests } from './http/waiting-requests.js'
import { sinkRouter } from './http/router.js'
import { Intake } from './intake.js'
import { startListener } from './listener.js'
import type { SinkLog } from './log.js'
import type { DeliveryLogs } from './page/delivery-log.js'
import { sharedParser, type MailParser } from './parser/parser.js'
import { ReportSender, type ReportTarget } from './reports/sender.js'
import { MessageStore } from './kept/store.js'
import { Summaries } from './kept/summaries.js'

export type { SinkLog } from './log.js'

/** Options of the sink. */
export interface SinkOptions {
  /** Folder for accepted mail; made if it does not exist. */
  readonly folder: string
  /** The bind address of the SMTP listener. */
  readonly host: string
  /** The SMTP port, 0 for any free one. */
  readonly port: number
  /** SMTP server to which bounces and complaints are sent: the service's own inbound receiver. */
  readonly inbound: ReportTarget
  /** Number of the newest messages that are kept, 10,000 by default; older ones are deleted. */
  readonly keep?: number
  /** Networks (CIDR) that may read the inbox; usually `['127.0.0.0/8', '::1/128']`. */
  readonly allow: readonly string[]
  /** The service's public URL; its host may stand in the Host header of a reader. */
  readonly publicUrl: string
  /** The logs of the service's own deliveries to the sink. */
  readonly logs: DeliveryLogs
  /** Replaces the parser that all sinks of this process share. */
  readonly parser?: MailParser
  readonly log: SinkLog
}

/** A running sink. */
export interface Sink {
  /** The SMTP port that was bound. */
  readonly port: number
  /** The inbox, to be mounted at `/sink`. */
  readonly router: Router
  /** Answers the requests that wait for mail, and lets no more wait from now on. Must be called before HTTP stops. */
  endWaits(): void
  /** Stops listening, drops reports that were not sent, and resolves when nothing is under way. */
  close(): Promise<void>
}

const defaultKeep = 10_000

/**
 * Starts the sink: an SMTP server that takes everything, keeps it in files and shows it, and whose recipients
 * misbehave if their local part asks for it. A message passes the listener, the intake, the store, and the reports
 * that some recipients send back.
 *
 * @throws Error if a network or the public URL is malformed, the folder cannot be used, or the port is
 *   taken
 */
export async function startSink(options: SinkOptions): Promise<Sink> {
  const { log } = options
  const store = await MessageStore.open(options.folder, options.keep ?? defaultKeep, log)
  const reports = new ReportSender(options.inbound, log)
  const intake = new Intake(store, new Deferrals(), reports, log)
  const smtp = { host: options.host, port: options.port }
  // A placeholder port of 0 is only known once bound, but a malformed option must fail before anything
  // listens.
  const shown = { ...smtp }
  const waiting = new WaitingRequests()
  const summaries = new Summaries(store, options.parser ?? sharedParser)
  const router = sinkRouter(store, summaries, waiting, { ...options, smtp: shown })
  const listener = await startListener(intake, smtp, log)
  shown.port = listener.port
  log.info({ host: options.host, port: listener.port, messages: store.size }, 'sink: listening for SMTP')
  return {
    port: listener.port,
    router,
    endWaits: () => waiting.end(),
    async close() {
      waiting.end()
      await listener.close()
      await reports.close()
      await store.close()
    },
  }
}
