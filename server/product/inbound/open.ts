import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ServiceContext } from '../../platform/service/context.js'
import type { Delivery } from '../delivery/open.js'
import type { Domains } from '../domains/open.js'
import { verifiedReturnPaths } from '../domains/return-path/verified-names.js'
import type { Brake } from '../programs/campaigns/release/brake.js'
import { startInbound, type Inbound } from './inbound.js'
import { inboundLinks } from './links/links.js'
import { inboundRouter } from './links/router.js'
import { inboundMessageHandlers } from './messages/inbound-message-handlers.js'
import { certificateMetric, inboundMetrics } from './metrics.js'
import { openMailParsing } from './parsing/mail-parsing.js'
import { recipientResolver } from './recipients.js'
import { routeFinder } from './routes/find.js'
import { inboundRouteHandlers } from './routes/inbound-route-handlers.js'
import { defaultInboundQuotas, recipientAdmission } from './take/admit.js'
import { Spool } from './take/spool.js'
import { mailStore } from './take/store.js'
import { mailTaker } from './take/take-mail.js'

interface InboundNeeds {
  readonly domains: Pick<Domains, 'freshResolver' | 'sendingSetup'>
  readonly delivery: Pick<Delivery, 'replyAddresses' | 'returnPath'>
  /** Pauses campaigns whose mail bounces or is complained about too often. */
  readonly brake: Brake
}

/** Opens mail that comes in: its routes, what they took, and the receiver. */
export function openInbound(context: ServiceContext, { domains, delivery, brake }: InboundNeeds) {
  const { config, db, keyRing, parts, progress, publicUrl, registry, retention, wakes } = context
  const { sendingSetup, freshResolver } = domains
  const { replyAddresses, returnPath } = delivery
  const links = inboundLinks(keyRing.of('subscription'), publicUrl)
  return {
    handlers: {
      ...inboundMessageHandlers({ retention, inboundLinks: links, wakes }),
      ...inboundRouteHandlers({
        sendingSetup,
        freshResolver,
        replyAddresses,
        inboundPort: config.inboundPort,
      }),
    },
    /** Serves the links of events about inbound messages. */
    router: () => inboundRouter({ db, links, ended: context.endedLinks }),
    /**
     * Starts the SMTP receiver of mail for routes, and of bounces, complaints and DMARC reports.
     *
     * @throws Error naming the file of the TLS certificate or key that cannot be read
     */
    start: async (): Promise<Inbound> => {
      const log = context.logOf('inbound')
      const tlsFiles = config.inboundTls
      const tls = tlsFiles && { cert: readFileSync(tlsFiles.certFile), key: readFileSync(tlsFiles.keyFile) }
      if (tls !== undefined) certificateMetric(registry, tls.cert)
      // Where live mail goes to the sink, mail and reports come from this machine, and no sender can be authenticated.
      const authenticatedBy = config.transport.kind === 'sink' ? undefined : config.dnsServers
      const parsing = openMailParsing()
      parts.add('mail parsing', async () => parsing.close())
      const spoolFolder = path.join(config.dataDir, 'inbound')
      const spool = new Spool(spoolFolder)
      const inbound = await startInbound({
        db,
        host: config.inboundHost,
        port: config.inboundPort,
        hostname: config.hostname,
        tls,
        resolve: recipientResolver(returnPath, replyAddresses, routeFinder(db), verifiedReturnPaths(db)),
        admit: recipientAdmission(db, defaultInboundQuotas, spool.maxBytes),
        takeMail: mailTaker({
          db,
          spool,
          parsing,
          store: mailStore({ db, links, wakes, progress }),
          hostname: config.hostname,
          authenticatedBy,
          log,
        }),
        reports: {
          db,
          returnPath,
          parsing,
          hostname: config.hostname,
          authenticatedBy,
          spoolFolder,
          feedbackProviders: config.feedbackProviders,
          brake,
          log,
        },
        drainSeconds: config.delivery.drainSeconds,
        log,
        metrics: inboundMetrics(registry),
      })
      parts.add('inbound', () => inbound.close())
      return inbound
    },
  }
}
