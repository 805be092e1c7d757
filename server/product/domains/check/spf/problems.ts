import { nameIn, quoted, type Remark } from '../record-check.js'

/** A problem of an SPF record. */
export interface SpfProblem extends Remark {
  /**
   * Effect on receivers. `error`: they discard the whole record. `stops`: they give up when they come to the term,
   * which they may not for mail that an earlier term allows. `open`: strangers are let in. `remark`: the record
   * works, but could be better.
   */
  readonly effect: 'error' | 'stops' | 'open' | 'remark'
}

/**
 * Describes a term with invalid syntax.
 *
 * @param included true if the term is in a record that the domain's own leads to
 */
export function syntaxProblem(domain: string, term: string, included: boolean): SpfProblem {
  return {
    effect: included ? 'stops' : 'error',
    problem: 'spf_syntax',
    advice:
      `The SPF record of ${nameIn(domain)} has an invalid term: ${quoted(term)}. Fix it: receivers ` +
      'discard the whole record for it.',
  }
}

export function redirectIgnored(domain: string, term: string): SpfProblem {
  return {
    effect: 'remark',
    problem: 'spf_redirect_ignored',
    advice:
      `The SPF record of ${nameIn(domain)} has both "all" and ${quoted(term)}, so the redirect is never ` +
      'followed. Take one out.',
  }
}

export function allowsAll(domain: string): SpfProblem {
  return {
    effect: 'open',
    problem: 'spf_allows_all',
    advice:
      `The SPF record of ${nameIn(domain)} ends in "+all", which allows everybody to send. End it in ` +
      '"-all".',
  }
}

export function neutralAll(domain: string): SpfProblem {
  return {
    effect: 'remark',
    problem: 'spf_neutral_all',
    advice: `The SPF record of ${domain} ends in "?all", which has no rule for other senders. End it in "-all".`,
  }
}

export function noAll(domain: string): SpfProblem {
  return {
    effect: 'remark',
    problem: 'spf_no_all',
    advice: `The SPF record of ${domain} has no rule for all other mail. End it with "-all".`,
  }
}

export function includeLoop(names: readonly string[]): SpfProblem {
  return {
    effect: 'stops',
    problem: 'spf_include_loop',
    advice:
      `The SPF records include each other in a circle: ${names.map(nameIn).join(', ')}. Take one of the ` +
      'includes out.',
  }
}

/**
 * Describes a term that leads to a name without a record.
 *
 * @param kind mechanism or modifier of the term
 */
export function leadsNowhere(
  domain: string,
  term: string,
  name: string,
  kind: 'include' | 'redirect',
): SpfProblem {
  return {
    effect: 'stops',
    problem: `spf_${kind}_without_record`,
    advice:
      `The SPF record of ${nameIn(domain)} has ${quoted(term)}, but ${nameIn(name)} has no SPF record, ` +
      'so receivers give up there. Remove the term, or fix the name.',
  }
}

export function severalIncluded(domain: string, term: string, name: string, count: number): SpfProblem {
  return {
    effect: 'stops',
    problem: 'spf_include_several',
    advice:
      `The SPF record of ${nameIn(domain)} has ${quoted(term)}, but ${nameIn(name)} has ${count} SPF ` +
      'records, so receivers give up there. Its owner must keep only one.',
  }
}

export function usesPtr(domain: string): SpfProblem {
  return {
    effect: 'remark',
    problem: 'spf_ptr',
    advice:
      `The SPF record of ${nameIn(domain)} has "ptr", which is slow and should not be used (RFC 7208, ` +
      'section 5.5). Name addresses instead.',
  }
}

export function tooManyMx(domain: string, term: string, name: string, count: number): SpfProblem {
  return {
    effect: 'stops',
    problem: 'spf_too_many_mx',
    advice:
      `The SPF record of ${nameIn(domain)} has ${quoted(term)}, and ${nameIn(name)} has ${count} MX ` +
      'records: receivers give up at more than 10. Name addresses instead.',
  }
}
