import type { Domain } from 'postseal'
import { counted } from '../../../ui/figures/numbers.js'
import { isHeldBack, isOperators, isOutstanding, lackingOf, requiredOf } from '../records/records.js'
import type { DomainRecord } from '../records/records.js'
import { kindNames } from '../words.js'

/** State of a domain in words, with the next thing to do. */
export interface Sentences {
  readonly kind: 'info' | 'good' | 'warn' | 'bad'
  readonly title: string
  readonly words: string
}

/** Says what a domain's state is and what is left to do. */
export function sentencesOn(domain: Domain): Sentences {
  const lacking = lackingOf(domain)
  const left = leftOf(lacking)
  const todo = todoOn(lacking)
  if (domain.vouched) {
    return {
      kind: 'good',
      title: 'The operator vouches for this domain',
      words: sentences('Live projects send from it, whatever its records say.', left),
    }
  }
  switch (domain.status) {
    case 'verified':
      return {
        kind: 'good',
        title: 'Live projects can send from this domain',
        words: left === '' ? allPublished(domain) : left,
      }
    case 'degraded':
      return {
        kind: 'warn',
        title: `Fix this before ${domain.fails_at === null ? 'the domain fails' : shortTime(domain.fails_at)}`,
        words: sentences(left, 'Mail still goes out until then.', todo),
      }
    case 'failed':
      return {
        kind: 'bad',
        title: 'Live projects cannot send from this domain',
        words: sentences(left, 'Sending resumes once a check finds every required record.', todo),
      }
    default:
      return {
        kind: 'info',
        title: pendingTitle(domain, lacking),
        words:
          lacking.length === 0
            ? 'Live projects can send from this domain after the next check.'
            : sentences(domain.checked_at === null ? '' : left, todo),
      }
  }
}

/** Returns the title of a domain that is not verified yet: the number of records somebody has to see to. */
function pendingTitle(domain: Domain, lacking: readonly DomainRecord[]): string {
  const of = (...statuses: string[]) => lacking.filter(({ status }) => statuses.includes(status)).length
  if (domain.checked_at === null) {
    const open = lacking.filter((record) => !isHeldBack(record)).length
    return open === 0 ? 'No record can be published yet' : `Publish ${counted(open, 'record')}`
  }
  const [missing, wrong] = [of('missing', 'unchecked'), of('wrong')]
  if (missing > 0) {
    return `${counted(missing + wrong, 'record')} left to ${wrong > 0 ? 'publish or fix' : 'publish'}`
  }
  if (wrong > 0) return `${counted(wrong, 'record')} left to fix`
  const silent = of('unknown')
  if (silent > 0) return `No answer from the DNS about ${counted(silent, 'record')}`
  return allPublished(domain).replace(/\.$/, '')
}

/** Says that nothing required is left. Recommended records that are left are named. */
function allPublished(domain: Domain): string {
  const required = requiredOf(domain).length
  const all =
    required === 0
      ? 'No record is required here.'
      : required === 1
        ? 'The only required record is published.'
        : 'All required records are published.'
  const recommended = domain.records.filter(
    (record) =>
      record.need === 'recommended' &&
      isOutstanding(record) &&
      record.status !== 'unchecked' &&
      !isHeldBack(record),
  )
  if (recommended.length === 0) return all
  return `${all} Recommended, and still open: ${named(recommended)}.`
}

/** Names the records that are lacking, by what is the matter with them. */
function leftOf(lacking: readonly DomainRecord[]): string {
  const says = (status: string, of: (names: string, isOne: boolean) => string) => {
    const those = lacking.filter((record) => record.status === status)
    return those.length === 0 ? '' : of(named(those), namesOf(those).length === 1)
  }
  return sentences(
    says('missing', (names, isOne) => `${names} ${isOne ? 'is' : 'are'} missing.`),
    says('wrong', (names, isOne) => `${names} ${isOne ? 'is' : 'are'} wrong.`),
    says('unknown', (names) => `The DNS gave no answer about ${names}.`),
    says('unchecked', (names, isOne) => `${names} ${isOne ? 'has' : 'have'} not been checked yet.`),
  )
}

/** Says who publishes what is left. The operator's records are not the reader's to publish. */
function todoOn(lacking: readonly DomainRecord[]): string {
  const toDo = lacking.filter((record) => record.status !== 'unknown' && !isHeldBack(record))
  if (toDo.length === 0) return ''
  const own = toDo.filter((record) => !isOperators(record))
  const others = toDo.filter(isOperators)
  const theirs =
    others.length === 0
      ? ''
      : `The operator of this service publishes ${named(others)}, once for all domains.`
  if (own.length === 0) return theirs
  const publish = `Publish ${own.length === 1 ? 'the record' : 'the records'} below where the DNS of the domain is kept. Changes can take minutes to hours to show.`
  return sentences(publish, theirs)
}

/** Says what a domain that is checked again and again waits for. */
export function waitsFor(domain: Domain): string {
  const lacking = lackingOf(domain)
  if (lacking.length > 0) return `waiting for ${named(lacking)}`
  const pending = domain.dkim_keys.some(({ status }) => status === 'pending')
  return pending ? 'waiting for the record of the new DKIM key' : 'waiting for the next check'
}

function namesOf(records: readonly DomainRecord[]): string[] {
  return [...new Set(records.map(({ kind }) => kindNames[kind] ?? kind))]
}

function named(records: readonly DomainRecord[]): string {
  return new Intl.ListFormat('en').format(namesOf(records))
}

function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

function shortTime(at: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
}
