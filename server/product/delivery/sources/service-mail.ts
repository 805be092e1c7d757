import type { Resolver } from '../../../mail/dns/resolver.js'
import { nilUuid } from '../../../platform/db/ids.js'
import { providerOfDomain, type Provider } from '../providers/provider.js'
import type { SmtpResult } from '../smtp/result.js'
import type { OutgoingMail, Transport } from '../transport.js'
import { SourceCaps } from './caps.js'
import { KnownSources, type SourcesHere } from './known-sources.js'
import { isUsable, poolOf } from './pools.js'
import type { Source, Sources } from './source-rows.js'
import { hasReached, isAboutSender, warmedSource, type RouterOptions } from './router.js'
import { dayOf } from './waiting-line.js'

export interface ServiceMailOptions extends Omit<RouterOptions, 'processes'> {
  readonly resolver: Resolver
  readonly providers: readonly Provider[]
  /** Domain of the service's own address. */
  readonly fromDomain: string
}

const unreadable: SmtpResult = {
  step: 'resolve',
  reply: undefined,
  failure: 'no_source',
  error: 'The sources could not be read.',
}

/**
 * Sends the mail of the service itself, such as sign-in links, by the sources of its pool that this host has.
 * Somebody waits for each mail, so no mail waits for a source: warm sources go first, those that the provider refuses
 * now go last, and a source that is being warmed up sends beyond its cap too, of which the mail takes a part if some
 * is left. Without a source a mail leaves by whichever address the system takes. A pool's relay gets the mail at
 * once.
 */
export function bySourcesOfService(transport: Transport, options: ServiceMailOptions): Transport {
  const { db, log, now, resolver, providers, fromDomain } = options
  const known = new KnownSources(options)
  const caps = new SourceCaps(db, 2 * options.countsMs)
  const mail = { workspaceId: nilUuid, stream: 'transactional', fromDomain } as const
  let turn = 0
  /**
   * Settled when the counts of earlier mails are kept; they follow the mail, whose attempt has little time. It never
   * rejects.
   */
  let counted = Promise.resolve()

  async function write(all = false): Promise<void> {
    await caps.write(dayOf(now()), all).catch((error: unknown) => {
      log.warn({ err: error }, 'what sources have sent of sign-in mails could not be written; it is kept')
    })
  }
  const timer = setInterval(() => void write(), options.countsMs)

  function choose(sources: SourcesHere, pool: string | undefined, provider: Provider): Source | undefined {
    const here = sources.sources.filter(
      (source) => source.pool === pool && isUsable(source) && sources.here.has(source),
    )
    const refused = ({ address }: Source) =>
      sources.suspensions.some((each) => each.source === address && each.provider === provider.id)
    const rank = (source: Source) => (refused(source) ? 2 : 0) + (source.warm ? 0 : 1)
    const best = Math.min(...here.map(rank))
    const equals = here.filter((source) => rank(source) === best)
    turn += 1
    return equals[turn % equals.length]
  }

  async function count(
    sources: Sources,
    source: Source,
    provider: Provider,
    result: SmtpResult,
  ): Promise<void> {
    if (!hasReached(result)) return
    try {
      const warmed = warmedSource(sources, source, provider)
      const day = dayOf(now())
      await caps.take(warmed, day, mail.stream)
      await caps.count(warmed, day, isAboutSender(result))
    } catch (error) {
      // The mail's outcome is recorded all the same.
      log.warn({ err: error }, 'what a source has sent could not be counted')
    }
  }

  return {
    ...transport,
    send: async (outgoing: OutgoingMail) => {
      let sources: SourcesHere
      try {
        sources = await known.read()
      } catch (error) {
        log.warn({ err: error }, 'the sources of sign-in mails could not be read')
        return unreadable
      }
      const pool = poolOf(sources, mail)
      if (pool === undefined) return transport.send(outgoing)
      const relay = options.relays.of(pool, sources.relays)
      if (relay === 'unreadable') return unreadable
      if (relay !== undefined) return relay.sendNow(outgoing)
      const provider = await providerOfDomain(resolver, providers, outgoing.destination)
      const source = choose(sources, pool, provider)
      const result = await transport.send({ ...outgoing, source })
      if (source !== undefined) counted = counted.then(() => count(sources, source, provider, result))
      return result
    },
    close: async () => {
      clearInterval(timer)
      await transport.close()
      await options.relays.close()
      await counted
      await write(true)
    },
  }
}
