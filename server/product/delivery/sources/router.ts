import type { WaitingFor } from '../../mail/record/wait.js'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Resolver } from '../../../mail/dns/resolver.js'
import { domainOf } from '../../../../base/addresses/address.js'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import { statement } from '../../../platform/db/statements/statement.js'
import { others, providerOfDomain, shareOf, suspensionOf, type Provider } from '../providers/provider.js'
import { ProviderSlots } from '../providers/slots.js'
import { scopeOf } from '../policy.js'
import type { SmtpResult } from '../smtp/result.js'
import type { ConnectionLimits } from '../transport.js'
import type { Stream } from '../../mail/stream.js'
import { SourceCaps, type WarmedSource } from './caps.js'
import { assignsDomains, isMixed, isUsable, poolOf } from './pools.js'
import { KnownSources } from './known-sources.js'
import { suspendSource, type Source, type Sources } from './source-rows.js'
import type { PoolRelays, RelayOfPool } from './pool-relays.js'
import { dayOf, WaitingLine } from './waiting-line.js'
import { othersFactor, usualSchedule } from './warm-up.js'

/** The address by which a mail leaves, or the reason why it cannot leave now. */
export type Route =
  | {
      readonly kind: 'go'
      /** The address; undefined if the mail leaves by whichever address the system takes, or by a relay. */
      readonly source: Source | undefined
      readonly limits?: ConnectionLimits
      /** The relay of the mail's pool, which sends the mail in place of the transport. */
      readonly relay?: Pick<RelayOfPool, 'send'>
      /** Frees the mail's part of limits. Never throws. @param result undefined if nothing was sent */
      end(result: SmtpResult | undefined): Promise<void>
    }
  | { readonly kind: 'wait'; readonly afterSeconds: number; readonly reason: WaitingFor }
  /** Has the mail come back soon, here or in another process. */
  | { readonly kind: 'later'; readonly afterSeconds: number }

export interface RoutedMail {
  readonly workspaceId: WorkspaceId
  readonly messageId: Uuid
  readonly stream: Stream
  /** The recipient's domain. */
  readonly destination: string
}

export interface RouterOptions {
  readonly db: Knex
  readonly resolver: Resolver
  readonly providers: readonly Provider[]
  /** Relays of pools, which the router closes when it is closed. */
  readonly relays: PoolRelays
  /** Milliseconds for which the operators' settings count as current. */
  readonly sourcesMs: number
  /** Time after which counts are written, and reserved mails given back, in milliseconds. */
  readonly countsMs: number
  /** Clock that tells the day. */
  readonly now: () => Date
  /** Number of processes, this one included, that may send from the same sources. */
  readonly processes: () => number
  readonly log: Logger
}

/** Seconds after which a mail comes back whose source has too much to do, or is another host's. */
const soon = 1
/** Seconds after which a mail comes back if no source of its pool can be used, which somebody has to fix. */
const unusable = 300

/** Seconds after which a mail comes back if the relay of its pool does not answer, or says that it is overloaded. */
const stopped = 10

const selectSender = statement<[workspaceId: WorkspaceId, messageId: Uuid], { from_email: string }>(
  'select_sender_of_message',
  'select from_email from messages where workspace_id = $1 and id = $2',
)

/**
 * Chooses the source of each mail among those of its pool that this host has: first one that is being warmed up and
 * has some of its day's cap left, then a warm one. No source sends to a provider over more connections, or faster,
 * than the provider allows, nor anything while the provider accepts nothing from it.
 */
export class SourceRouter {
  readonly #options: RouterOptions
  readonly #known: KnownSources
  readonly #caps: SourceCaps
  readonly #slots = new ProviderSlots()
  readonly #line = new WaitingLine()
  readonly #suspended = new Map<string, Date>()
  readonly #timer: NodeJS.Timeout
  /** Counter for the round robin among equally good sources. */
  #turn = 0

  constructor(options: RouterOptions) {
    this.#options = options
    this.#known = new KnownSources(options)
    this.#caps = new SourceCaps(options.db, 2 * options.countsMs)
    this.#timer = setInterval(() => void this.#write(), options.countsMs)
  }

  async route(mail: RoutedMail): Promise<Route> {
    const { resolver, providers, relays } = this.#options
    const sources = await this.#known.read()
    const pool = await this.#poolOf(sources, mail)
    const relay = pool === undefined ? undefined : relays.of(pool, sources.relays)
    if (relay === 'unreadable') return { kind: 'wait', afterSeconds: unusable, reason: 'source' }
    if (relay !== undefined) return byRelay(relay)
    const provider = await providerOfDomain(resolver, providers, mail.destination)
    if (pool === undefined) return this.#withoutSource(provider, mail.stream)
    const usable = sources.sources.filter((source) => source.pool === pool && isUsable(source))
    const here = usable.filter((source) => sources.here.has(source))
    if (usable.length === 0) return { kind: 'wait', afterSeconds: unusable, reason: 'source' }
    if (here.length === 0) return { kind: 'later', afterSeconds: soon * (1 + Math.random()) }
    return this.#choose(sources, pool, here, { provider, stream: mail.stream })
  }

  /** Writes the counts of sent mails, and gives back reserved ones. Nothing is routed afterwards. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#slots.rejectAll()
    await this.#options.relays.close()
    await this.#write(true)
  }

  async #choose(
    sources: Sources,
    pool: string,
    here: readonly Source[],
    { provider, stream }: { readonly provider: Provider; readonly stream: Stream },
  ): Promise<Route> {
    const now = this.#options.now()
    const day = dayOf(now)
    let crowded = false
    let cap = 0
    let resumes = Infinity
    for (const source of this.#inTurn(here)) {
      const until = this.#suspendedUntil(sources, source, provider)
      if (until > now) {
        resumes = Math.min(resumes, until.getTime())
        continue
      }
      const warmed = warmedSource(sources, source, provider)
      if (!(await this.#caps.take(warmed, day, stream))) {
        cap += (await this.#caps.capOf(warmed, day)) ?? 0
        continue
      }
      if (await this.#slots.enter(keyOf(source, provider), this.#shareOf(provider), stream)) {
        return this.#go(source, provider, stream, { warmed, day })
      }
      await this.#caps.giveBack(warmed, day, stream)
      crowded = true
    }
    if (crowded) return { kind: 'later', afterSeconds: soon * (1 + Math.random()) }
    const urgent = stream === 'transactional'
    const next =
      cap === 0
        ? Infinity
        : this.#line.next(`${pool} ${provider.id} ${stream}`, { now, cap, urgent }).getTime()
    // The random part spreads the mails, so that they don't come back at the same moment.
    const afterSeconds = (Math.min(resumes, next) - now.getTime()) / 1000 + Math.random()
    return { kind: 'wait', afterSeconds, reason: resumes < next ? 'provider' : 'warm_up' }
  }

  /** Returns sources that are being warmed up before warm ones, each group in turn. */
  #inTurn(sources: readonly Source[]): Source[] {
    this.#turn += 1
    const turned = sources.map((_, i) => sources[(i + this.#turn) % sources.length] as Source)
    return [...turned.filter(({ warm }) => !warm), ...turned.filter(({ warm }) => warm)]
  }

  async #withoutSource(provider: Provider, stream: Stream): Promise<Route> {
    const key = keyOf(undefined, provider)
    const now = this.#options.now()
    const until = this.#suspended.get(key)
    if (until !== undefined && until > now) {
      const afterSeconds = (until.getTime() - now.getTime()) / 1000 + Math.random()
      return { kind: 'wait', afterSeconds, reason: 'provider' }
    }
    if (await this.#slots.enter(key, this.#shareOf(provider), stream))
      return this.#go(undefined, provider, stream)
    return { kind: 'later', afterSeconds: soon * (1 + Math.random()) }
  }

  #go(
    source: Source | undefined,
    provider: Provider,
    stream: Stream,
    capped?: { warmed: WarmedSource; day: string },
  ): Route {
    const end = async (result: SmtpResult | undefined) => {
      this.#slots.leave(keyOf(source, provider))
      const counts = result !== undefined && hasReached(result)
      try {
        if (capped && counts) await this.#caps.count(capped.warmed, capped.day, isAboutSender(result))
        if (capped && !counts) await this.#caps.giveBack(capped.warmed, capped.day, stream)
        if (result?.reply !== undefined) await this.#suspend(source, provider, result.reply)
      } catch (error) {
        // The mail's outcome is recorded all the same.
        this.#options.log.warn({ err: error }, 'what a source has sent could not be counted')
      }
    }
    const { connections, mailsPerConnection } = this.#shareOf(provider)
    const limits = { key: keyOf(source, provider), connections, mailsPerConnection }
    return { kind: 'go', source, limits, end }
  }

  #shareOf(provider: Provider): Provider {
    return shareOf(provider, this.#options.processes())
  }

  async #suspend(
    source: Source | undefined,
    provider: Provider,
    reply: NonNullable<SmtpResult['reply']>,
  ): Promise<void> {
    const minutes = suspensionOf(provider, reply)
    if (minutes === undefined) return
    const until = new Date(this.#options.now().getTime() + minutes * 60_000)
    const key = keyOf(source, provider)
    const isNew = (this.#suspended.get(key) ?? new Date(0)) < this.#options.now()
    this.#suspended.set(key, until)
    if (!isNew) return
    const fields = { source: source?.address, provider: provider.id, minutes, reply: reply.text }
    this.#options.log.warn(fields, 'a provider takes nothing from this source for now')
    if (source === undefined) return
    const { address } = source
    await suspendSource(this.#options.db, {
      source: address,
      provider: provider.id,
      until,
      reply: reply.text,
    })
  }

  /** Returns the time until which a provider accepts nothing from a source, as seen by this process or another. */
  #suspendedUntil({ suspensions }: Sources, source: Source, provider: Provider): Date {
    const suspension = suspensions.find(
      (each) => each.source === source.address && each.provider === provider.id,
    )
    const times = [this.#suspended.get(keyOf(source, provider)), suspension?.until]
    return new Date(Math.max(0, ...times.map((time) => time?.getTime() ?? 0)))
  }

  async #poolOf(sources: Sources, mail: RoutedMail): Promise<string | undefined> {
    if (sources.sources.length === 0 && sources.relays.length === 0) return undefined
    let fromDomain = ''
    if (assignsDomains(sources)) {
      const [message] = await selectSender(this.#options.db, mail.workspaceId, mail.messageId)
      fromDomain = message === undefined ? '' : domainOf(message.from_email)
    }
    return poolOf(sources, { ...mail, fromDomain })
  }

  async #write(all = false): Promise<void> {
    try {
      await this.#caps.write(dayOf(this.#options.now()), all)
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the counts of sources could not be written; they are kept')
    }
  }
}

/** Routes a mail by a relay, for which only the relay's own limits hold. */
function byRelay(relay: RelayOfPool): Route {
  if (!relay.enter()) {
    return { kind: 'later', afterSeconds: (relay.isStopped ? stopped : soon) * (1 + Math.random()) }
  }
  const end = () => {
    relay.leave()
    return Promise.resolve()
  }
  return { kind: 'go', source: undefined, relay, end }
}

/** Returns a source with the values that its plan for a provider depends on. */
export function warmedSource(sources: Sources, source: Source, provider: Provider): WarmedSource {
  return {
    source,
    provider: provider.id,
    schedule: sources.pools.find(({ name }) => name === source.pool)?.schedule ?? usualSchedule,
    factor: provider === others ? othersFactor : 1,
    mixed: isMixed(sources, source.pool),
  }
}

function keyOf(source: Source | undefined, provider: Provider): string {
  return `${source?.address ?? ''} ${provider.id}`
}

/**
 * Returns whether the provider has seen the mail, or may have: the mail counts from MAIL on, whatever breaks
 * afterwards.
 */
export function hasReached(result: SmtpResult): boolean {
  const { step, reply } = result
  if (step === 'mail' && reply === undefined) return ['cut', 'timeout', 'garbage'].includes(result.failure)
  return ['mail', 'rcpt', 'data', 'end'].includes(step)
}

/** Returns whether the mail was deferred because of the sender, not because of its recipient. */
export function isAboutSender(result: SmtpResult): boolean {
  const code = result.reply?.code ?? 0
  return code >= 400 && code < 500 && scopeOf(result) !== 'recipient'
}
