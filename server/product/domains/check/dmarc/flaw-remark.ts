import type { DmarcFlaw } from '../../../../mail/dmarc/parse.js'
import { quoted, type Remark } from '../record-check.js'

const codes: Readonly<Record<DmarcFlaw['code'], string>> = {
  policy_missing: 'dmarc_policy_missing',
  policy_invalid: 'dmarc_policy_invalid',
  missing_semicolon: 'dmarc_missing_semicolon',
  duplicate_tag: 'dmarc_duplicate_tag',
  invalid_value: 'dmarc_invalid_value',
  invalid_uri: 'dmarc_invalid_report_address',
  malformed: 'dmarc_malformed',
  obsolete_tag: 'dmarc_obsolete_tag',
}

/**
 * Describes a flaw and its remedy.
 *
 * @param at name of the record
 */
export function flawRemark(flaw: DmarcFlaw, at: string): Remark {
  return { problem: codes[flaw.code], advice: adviceOn(flaw, at) }
}

function adviceOn({ code, what, value }: DmarcFlaw, at: string): string {
  const record = `The DMARC record at ${at}`
  switch (code) {
    case 'policy_missing':
      return `${record} has no policy. Add p=none, p=quarantine or p=reject to it, right behind v=DMARC1.`
    case 'policy_invalid':
      return (
        `${record} says ${what}=${quoted(value)}, which is not a policy, so receivers ignore it or treat it as ` +
        'p=none. Say none, quarantine or reject.'
      )
    case 'missing_semicolon':
      return `${record} lacks a semicolon in ${what}=${quoted(value)}. Put one between the tags.`
    case 'duplicate_tag':
      return `${record} has the tag ${what} twice, and receivers differ in which one they use. Keep one.`
    case 'invalid_uri':
      return (
        `${record} asks for reports to ${quoted(value)} in ${what}. Each address there needs mailto: ` +
        'before it, and commas between them.'
      )
    case 'malformed':
      return `${record} has a part that is not a tag: ${quoted(what)}. Remove it, or write it as name=value.`
    case 'obsolete_tag':
      return `${record} has ${what}, which RFC 9989 removed. Delete it.`
    case 'invalid_value':
      return (
        `${record} says ${what}=${quoted(value)}, which receivers do not know and ignore. Correct the value, ` +
        'or take the tag out.'
      )
  }
}
