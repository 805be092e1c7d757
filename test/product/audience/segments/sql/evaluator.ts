/**
 * Evaluates rules, written apart from the server: nothing of it is shared. It goes through a profile in memory, one
 * condition after the other, in the words of the contract.
 */

export interface Profile {
  readonly address: string
  readonly name: string | null
  readonly properties: Readonly<Record<string, unknown>>
  readonly unsubscribed: boolean
  readonly createdMs: number
  readonly events: readonly {
    readonly name: string
    readonly atMs: number
    readonly properties: Readonly<Record<string, unknown>>
  }[]
  readonly messages: readonly {
    readonly status: string
    readonly delivered: boolean
    readonly complained: boolean
    readonly campaign: string | null
    readonly ownProject: boolean
    /** By whom. A mail that was not tracked has none. */
    readonly opened: readonly Visitor[]
    readonly clicked: readonly Visitor[]
    readonly ms: number
  }[]
  /** Mails that routes have taken from the contact. */
  readonly mails: readonly {
    /** True if the mail answers a message of ours. */
    readonly answers: boolean
    readonly match: 'address' | 'header'
    /** True if the mail is authenticated; null if that is not stored. */
    readonly authenticated: boolean | null
    readonly dmarc: string
    readonly automatic: string
    /** Campaign of the message that the mail answers; null if there is none or the message is no longer there. */
    readonly campaign: string | null
    readonly ms: number
    readonly expiresMs: number
  }[]
  /** Status by list. */
  readonly subscriptions: Readonly<Record<string, string>>
  /** The contact's choices about topics, the last at the end. */
  readonly choices: readonly { readonly topic: string; readonly action: string }[]
}

/** The topics of the project, and what a contact wants that has chosen nothing. */
export const topicDefaults: Readonly<Record<string, string>> = {
  'product-news': 'subscribed',
  digest: 'unsubscribed',
}

/** Who opens a mail or follows a link. */
export type Visitor = 'person' | 'machine'

export interface World {
  readonly asOfMs: number
  readonly retainedMs: number
}

/** A rule with one key, as in the contract. */
export type AnyRule = Readonly<Record<string, any>>

const newest = 1000

export function selects(rule: AnyRule, profile: Profile, world: World): boolean {
  const [[kind, body]] = Object.entries(rule) as [[string, any]]
  switch (kind) {
    case 'all':
      return (body as AnyRule[]).every((each) => selects(each, profile, world))
    case 'any':
      return (body as AnyRule[]).some((each) => selects(each, profile, world))
    case 'not':
      return !selects(body, profile, world)
    case 'segment':
      return selects(body.rule, profile, world)
    case 'property':
      return holds(body.op, body.value, own(profile.properties, body.name), world)
    case 'contact':
      return ofContact(body, profile, world)
    case 'event': {
      const from = body.within === undefined ? -Infinity : world.asOfMs - lengthOf(body.within)
      const looked = profile.events
        .filter(({ name, atMs }) => name === body.name && atMs >= from && atMs <= world.asOfMs)
        .sort((one, other) => other.atMs - one.atMs)
        .slice(0, newest)
      const found = looked.filter(({ properties }) =>
        ((body.where ?? []) as any[]).every((each) =>
          holds(each.op, each.value, own(properties, each.name), world),
        ),
      )
      return counts(found.length, body.count)
    }
    case 'message': {
      const window = body.within === undefined ? Infinity : lengthOf(body.within)
      const from = Math.max(world.retainedMs, world.asOfMs - window)
      if (body.status === 'replied') {
        const found = profile.mails
          .filter(({ ms }) => ms >= from && ms <= world.asOfMs)
          .sort((one, other) => other.ms - one.ms)
          .slice(0, newest)
          .filter(({ answers, automatic }) => answers && automatic === 'none')
          .filter(({ match, authenticated }) => match === 'address' || authenticated !== false)
          .filter(({ dmarc }) => dmarc !== 'fail')
          .filter(({ expiresMs }) => expiresMs > world.asOfMs)
          .filter(({ campaign }) => body.campaign_id === undefined || campaign === body.campaign_id)
        return counts(found.length, body.count)
      }
      const looked = profile.messages
        .filter(({ ms }) => ms >= from && ms <= world.asOfMs)
        .sort((one, other) => other.ms - one.ms)
        .slice(0, newest)
      const found = looked.filter((message) => {
        if (!message.ownProject) return false
        if (body.campaign_id !== undefined && message.campaign !== body.campaign_id) return false
        if (body.status === 'delivered') return message.status === 'delivered' && message.delivered
        if (body.status === 'opened') return message.opened.includes('person')
        if (body.status === 'clicked') return message.clicked.includes('person')
        return body.status === 'bounced' ? message.status === 'bounced' : message.complained
      })
      return counts(found.length, body.count)
    }
    case 'list':
      return profile.subscriptions[body.list_id] === body.status
    case 'topic': {
      const last = profile.choices.findLast(({ topic }) => topic === body.topic)
      return (last?.action ?? topicDefaults[body.topic]) === body.is
    }
    default:
      throw new Error(`no such rule: ${kind}`)
  }
}

function own(properties: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(properties, name) ? properties[name] : undefined
}

function counts(found: number, count: { op: string; value: number } = { op: 'gte', value: 1 }): boolean {
  return holds(count.op, count.value, found, { asOfMs: 0, retainedMs: 0 })
}

function ofContact(body: any, profile: Profile, world: World): boolean {
  switch (body.field as string) {
    case 'email_domain':
      return holds(body.op, body.value, profile.address.split('@')[1], world)
    case 'name':
      return holds(body.op, body.value, profile.name ?? undefined, world)
    case 'unsubscribed':
      return holds(body.op, body.value, profile.unsubscribed, world)
    default: {
      // Equal times can be written in many ways.
      const created = BigInt(profile.createdMs) * 1000n
      const same = (value: string) => microsOf(value) === created
      if (body.op === 'eq') return same(body.value)
      if (body.op === 'ne') return !same(body.value)
      if (body.op === 'in') return (body.value as string[]).some(same)
      return holds(body.op, body.value, new Date(profile.createdMs).toISOString(), world)
    }
  }
}

function holds(op: string, value: any, actual: unknown, world: World): boolean {
  const missing = actual === undefined || actual === null
  switch (op) {
    case 'exists':
      return missing !== value
    case 'eq':
      return !missing && actual === value
    case 'ne':
      return missing || actual !== value
    case 'in':
      return (value as unknown[]).some((item) => !missing && item === actual)
    case 'gt':
      return typeof actual === 'number' && actual > value
    case 'gte':
      return typeof actual === 'number' && actual >= value
    case 'lt':
      return typeof actual === 'number' && actual < value
    case 'lte':
      return typeof actual === 'number' && actual <= value
    case 'contains':
      return typeof actual === 'string' && actual.includes(value)
    case 'starts_with':
      return typeof actual === 'string' && actual.startsWith(value)
    default: {
      const time = typeof actual === 'string' ? microsOf(actual) : undefined
      if (time === undefined) return false
      const asOf = BigInt(world.asOfMs) * 1000n
      if (op === 'within') return time <= asOf && time >= asOf - BigInt(lengthOf(value)) * 1000n
      const other = microsOf(value) as bigint
      return op === 'before' ? time < other : time > other
    }
  }
}

/** Milliseconds of an ISO 8601 duration. */
function lengthOf(text: string): number {
  const units = { D: 86_400_000, H: 3_600_000, M: 60_000, S: 1000 }
  return [...text.matchAll(/(\d+)([DHMS])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * units[unit as 'D'],
    0,
  )
}

/** Microseconds since 1970 of a time with its offset, or of a day in UTC; undefined where it is no such thing. */
function microsOf(text: string): bigint | undefined {
  const parts =
    /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d)))?$/.exec(text)
  if (parts === null) return undefined
  const number = (index: number) => Number(parts[index] ?? 0)
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map(number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const [offsetHour, offsetMinute] = [number(9), number(10)]
  const midnight = new Date(Date.UTC(year, month - 1, day))
  const exists = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day
  if (!exists || year < 1000 || hour > 23 || minute > 59 || second > 59) return undefined
  if (offsetHour > 14 || offsetMinute > 59) return undefined
  const offset = (parts[8] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute)
  const ms = midnight.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000
  return BigInt(ms) * 1000n + BigInt(Math.round(Number(`0.${parts[7] ?? 0}`) * 1e6))
}
