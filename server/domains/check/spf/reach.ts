import type { SpfTerm } from './parse.js'
import { allowsAll, neutralAll, noAll, redirectIgnored, type SpfProblem } from './problems.js'

/**
 * The terms that receivers may come to. What stands behind `all` is not among them, and then a redirect is not either (RFC
 * 7208, sections 5.1 and 6.1).
 */
export function reachOf(
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

/** What a record says, or does not say, of all other mail. In one that is included it does not matter. */
export function endProblems(terms: readonly SpfTerm[], domain: string): SpfProblem[] {
  const all = terms.find(({ name, kind }) => name === 'all' && kind === 'mechanism')
  if (all?.qualifier === '?') return [neutralAll(domain)]
  return all === undefined && !terms.some(isRedirect) ? [noAll(domain)] : []
}

export function isRedirect({ name, kind }: SpfTerm): boolean {
  return name === 'redirect' && kind === 'modifier'
}
