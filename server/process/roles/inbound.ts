import { readFileSync } from 'node:fs'
import path from 'node:path'
import { publicUrl } from '../../platform/http/connection/public-url.js'
import { startInbound, type Inbound } from '../../product/inbound/inbound.js'
import { inboundLinks } from '../../product/inbound/links/links.js'
import { certificateMetric, inboundMetrics } from '../../product/inbound/metrics.js'
import { openMailParsing } from '../../product/inbound/parsing/mail-parsing.js'
import { recipientResolver } from '../../product/inbound/recipients.js'
import { verifiedReturnPaths } from '../../product/domains/return-path/verified-names.js'
import { routeFinder } from '../../product/inbound/routes/find.js'
import { defaultInboundQuotas, recipientAdmission } from '../../product/inbound/take/admit.js'
import { Spool } from '../../product/inbound/take/spool.js'
import { mailStore } from '../../product/inbound/take/store.js'
import { mailTaker } from '../../product/inbound/take/take-mail.js'
import type { RoleContext } from './context.js'

/**
 * Starts the role `inbound`: the SMTP receiver of mail for routes, and of bounces, complaints and DMARC reports.
 *
 * @param httpPort the port that HTTP is bound to, as far as that is known, for links where no public URL is configured
 * @throws Error naming the file of the TLS certificate or key that cannot be read
 */
export async function startInboundRole(context: RoleContext, httpPort: () => number): Promise<Inbound> {
  const { config, db, keyRing, parts, progress, returnPath, wakes } = context
  const log = context.logOf('inbound')
  const tlsFiles = config.inboundTls
  const tls = tlsFiles && { cert: readFileSync(tlsFiles.certFile), key: readFileSync(tlsFiles.keyFile) }
  if (tls !== undefined) certificateMetric(context.registry, tls.cert)
  // Where live mail goes to the sink, mail and reports come from this machine, and no sender can be authenticated.
  const authenticatedBy = config.transport.kind === 'sink' ? undefined : config.dnsServers
  const parsing = openMailParsing()
  parts.add('mail parsing', async () => parsing.close())
  const spoolFolder = path.join(config.dataDir, 'inbound')
  const spool = new Spool(spoolFolder)
  const links = () => inboundLinks(keyRing.of('subscription'), publicUrl(config, httpPort()))
  const inbound = await startInbound({
    db,
    host: config.inboundHost,
    port: config.inboundPort,
    hostname: config.hostname,
    tls,
    resolve: recipientResolver(returnPath, context.replyAddresses, routeFinder(db), verifiedReturnPaths(db)),
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
      brake: context.brake,
      log,
    },
    drainSeconds: config.delivery.drainSeconds,
    log,
    metrics: inboundMetrics(context.registry),
  })
  parts.add('inbound', () => inbound.close())
  return inbound
}
