import { type SpfTerm, hasMacro, isSpfRecord, parseSpf } from './parse.js'
import {
  allowsAll,
  neutralAll,
  noAll,
  redirectIgnored,
  type SpfProblem,
  includeLoop,
  leadsNowhere,
  severalIncluded,
  syntaxProblem,
  tooManyMx,
  usesPtr,
} from './problems.js'
import { DnsFailure, type Resolver } from '../../../../mail/dns/resolver.js'

/**
 * Returns the terms that receivers may come to. Terms behind `all` are not among them, and neither is a redirect then
 * (RFC 7208, sections 5.1 and 6.1).
 */
function reachOf(
  terms: readonly SpfTerm[],
  domain: string,
): { reached: readonly SpfTerm[]; problems: SpfProblem[] } {
  const mechanisms = terms.filter(({ kind }) => kind === 'mechanism')
  const redirect = terms.find(isRedirect)
  const end = mechanisms.findIndex(({ name }) => name === 'all')
  if (end < 0) {
    return { reached: redirect === undefined ? mechanisms : [...mechanisms, redirect], problems: [] }
  }
  const problems: SpfProblem[] = []
  if (redirect !== undefined) problems.push(redirectIgnored(domain, redirect.text))
  if (mechanisms[end]?.qualifier === '+') problems.push(allowsAll(domain))
  return { reached: mechanisms.slice(0, end), problems }
}

/**
 * Returns the problems of what a record says, or does not say, about all other mail. In an included record that does
 * not matter.
 */
function endProblems(terms: readonly SpfTerm[], domain: string): SpfProblem[] {
  const all = terms.find(({ name, kind }) => name === 'all' && kind === 'mechanism')
  if (all?.qualifier === '?') return [neutralAll(domain)]
  return all === undefined && !terms.some(isRedirect) ? [noAll(domain)] : []
}

function isRedirect({ name, kind }: SpfTerm): boolean {
  return name === 'redirect' && kind === 'modifier'
}

/** Totals of an SPF record and all that it includes, whatever the sender: the worst case. */
export interface SpfWalk {
  /** Number of terms that make receivers ask the DNS (RFC 7208, section 4.6.4). */
  readonly lookups: number
  /** Lookups that each term of the record itself costs, the dearest first; terms without any are left out. */
  readonly costs: readonly TermCost[]
  /** Names that were looked up and do not exist. */
  readonly voids: readonly string[]
  readonly problems: readonly SpfProblem[]
  /** The first question without an answer. */
  readonly unanswered: DnsFailure | undefined
}

interface TermCost {
  readonly term: string
  readonly lookups: number
}

/** Most lookups that are counted; the exact number does not matter beyond it. */
const maxLookups = 40
/** Most exchanges of one name that are looked at (RFC 7208, section 4.6.4). */
const maxExchanges = 10

type Asked = Pick<Resolver, 'txt' | 'mx' | 'addresses'>

interface Course {
  readonly resolver: Asked
  readonly voids: string[]
  readonly problems: SpfProblem[]
  lookups: number
  unanswered: DnsFailure | undefined
}

/**
 * Walks through a record and its includes. It asks some forty questions at most.
 *
 * @param domain domain that has the record
 * @param text the record
 */
export async function walkSpf(domain: string, text: string, resolver: Asked): Promise<SpfWalk> {
  const course: Course = { resolver, voids: [], problems: [], lookups: 0, unanswered: undefined }
  const costs = await follow(domain, text, [domain.toLowerCase()], course)
  course.problems.push(...endProblems(parseSpf(text).terms, domain))
  const { lookups, voids, problems, unanswered } = course
  return {
    lookups,
    costs: costs.sort((one, other) => other.lookups - one.lookups),
    voids,
    problems,
    unanswered,
  }
}

/** Follows the terms of a record one after the other, so that the growth of the count is the term's cost. */
async function follow(
  domain: string,
  text: string,
  path: readonly string[],
  course: Course,
): Promise<TermCost[]> {
  const { terms, errors } = parseSpf(text)
  const [error] = errors
  if (error !== undefined) course.problems.push(syntaxProblem(domain, error, path.length > 1))
  const costs: TermCost[] = []
  const { reached, problems } = reachOf(terms, domain)
  course.problems.push(...problems)
  for (const term of reached) {
    const before = course.lookups
    await take(term, domain, path, course)
    if (course.lookups > before) costs.push({ term: term.text, lookups: course.lookups - before })
  }
  return costs
}

async function take(term: SpfTerm, domain: string, path: readonly string[], course: Course): Promise<void> {
  if (term.name === 'ip4' || term.name === 'ip6' || course.lookups >= maxLookups) return
  course.lookups += 1
  if (term.name === 'ptr') course.problems.push(usesPtr(domain))
  if (term.name === 'ptr' || hasMacro(term.value)) return
  const name = (term.value === '' ? domain : term.value).replace(/\.$/, '').toLowerCase()
  try {
    if (term.name === 'include' || isRedirect(term)) await enter(term, name, domain, { path, course })
    else await ask(term, name, domain, course)
  } catch (error) {
    if (!(error instanceof DnsFailure)) throw error
    course.unanswered ??= error
  }
}

/** Follows a term into another record. */
async function enter(
  { text: term, name: kind }: SpfTerm,
  name: string,
  domain: string,
  { path, course }: { readonly path: readonly string[]; readonly course: Course },
): Promise<void> {
  if (path.includes(name)) {
    course.problems.push(includeLoop([...path.slice(path.indexOf(name)), name]))
    return
  }
  const { records } = await course.resolver.txt(name)
  const found = records.filter(isSpfRecord)
  const [text] = found
  if (text === undefined) {
    if (records.length === 0) course.voids.push(name)
    course.problems.push(leadsNowhere(domain, term, name, kind === 'include' ? 'include' : 'redirect'))
  } else if (found.length > 1) {
    course.problems.push(severalIncluded(domain, term, name, found.length))
  } else {
    await follow(name, text, [...path, name], course)
  }
}

/** Asks for the records of a mechanism that does not lead to another SPF record. */
async function ask(term: SpfTerm, name: string, domain: string, course: Course): Promise<void> {
  const isMx = term.name === 'mx'
  const { records } = await (isMx ? course.resolver.mx(name) : course.resolver.addresses(name))
  if (records.length === 0) course.voids.push(name)
  if (isMx && records.length > maxExchanges) {
    course.problems.push(tooManyMx(domain, term.text, name, records.length))
  }
}
