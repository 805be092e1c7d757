import { domainOf } from '../../../base/addresses/address.js'
import { openResolver } from '../../mail/dns/open-resolver.js'
import { recordAudit } from '../../platform/audit/record.js'
import { addressTokens } from '../../platform/auth/address-tokens.js'
import { sealer } from '../../platform/auth/sealed.js'
import type { SessionVerifier } from '../../platform/auth/sessions.js'
import type { ConsoleRequests } from '../../platform/http/access/console-request.js'
import type { ServiceContext } from '../../platform/service/context.js'
import { signInReturnPath } from '../delivery/bounce/return-path.js'
import { openMxConnector } from '../delivery/mx/open-connector.js'
import type { Delivery } from '../delivery/open.js'
import { configuredTransport } from '../delivery/smtp/transports/configured.js'
import { bySourcesOfService } from '../delivery/sources/service-mail.js'
import { signingKeys } from '../domains/dkim/signing-keys.js'
import type { Domains } from '../domains/open.js'
import { signInHandlers } from './sign-in-handlers.js'
import { destinationTokens, signInMails } from './mails/queue.js'
import { mailSender } from './mails/send.js'
import { serviceMailSigner } from './mails/sender-key.js'
import { startSignInWorker } from './mails/worker.js'
import { mailMetrics, signInMetrics } from './metrics.js'
import { providerFetch } from './provider/provider-fetch.js'

/**
 * Milliseconds that a host of a domain may take to answer: an attempt is short, and other hosts of the domain
 * are to be tried in it.
 */
const connectMs = 5_000

interface SignInNeeds {
  readonly sessions: Pick<SessionVerifier, 'forget'>
  readonly console: Pick<ConsoleRequests, 'cookieOf' | 'removedCookie'>
  readonly domains: Pick<Domains, 'freshResolver' | 'store'>
  readonly delivery: Pick<Delivery, 'sourcesOf'>
}

/** Opens the ways to sign in: links by mail, passkeys and identity providers. */
export function openSignIn(context: ServiceContext, { sessions, console, domains, delivery }: SignInNeeds) {
  const { config, db, keyRing, owner, parts, progress, publicUrl, registry } = context
  const { freshResolver, store } = domains
  const tokens = addressTokens(keyRing.of('erasure'))
  const mailSealer = sealer(keyRing.of('sign-in'))
  const mails = signInMails(mailSealer, tokens)
  return {
    /** Queues the mails with links. */
    mails,
    handlers: signInHandlers({
      db,
      keys: keyRing.of('session'),
      metrics: signInMetrics(registry),
      audit: (sql, entry) => recordAudit(sql, [entry]),
      provider: {
        sealer: sealer(keyRing.of('identity-provider')),
        fetch: providerFetch({ resolver: freshResolver(), allowed: config.allowedProviderCidrs }),
        freshResolver,
        redirectUri: `${publicUrl}/console/sign-in/callback`,
        log: context.logOf('api'),
      },
      publicUrl,
      sessions,
      console,
      mails,
    }),
    /**
     * Starts the worker for sign-in mails. They leave by the configured transport, over connections of their own; with
     * the transport `mx` they leave by a source.
     *
     * @param sinkPort the port of the sink
     */
    start: (sinkPort: number) => {
      const log = context.logOf('delivery')
      const { kind } = config.transport
      const resolver = openResolver(config.dnsServers)
      const connector = () => openMxConnector(config, log, { connectMs, resolver })
      const configured = configuredTransport(config, sinkPort, connector)
      const transport =
        kind === 'mx'
          ? bySourcesOfService(configured, {
              ...delivery.sourcesOf(log),
              fromDomain: domainOf(config.signInFrom),
            })
          : configured
      const worker = startSignInWorker({
        db,
        owner,
        attempt: mailSender({
          db,
          sealer: mailSealer,
          transport,
          attemptSeconds: config.delivery.signInSeconds,
          sign: serviceMailSigner(db, signingKeys(store, kind === 'sink'), config.signInFrom),
          from: config.signInFrom,
          returnPath: signInReturnPath(config.returnPathDomain),
          publicUrl,
          log,
          metrics: mailMetrics(registry),
        }),
        transport,
        tokenOf: destinationTokens(tokens),
        config: config.delivery,
        log,
        progress,
      })
      parts.addWorker('sign-in mails', () => worker.stop())
    },
  }
}
