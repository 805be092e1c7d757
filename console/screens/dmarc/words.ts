import { namesLocalhost } from '../../../base/addresses/localhost.js'
import type { DmarcRamp } from 'postseal'
import type { Meaning } from '../../ui/meaning.js'

export const kindList = ['ours', 'aligned', 'forwarded', 'unexplained'] as const

export type Kind = (typeof kindList)[number]

type Words = readonly [name: string, meaning: Meaning, sentence: string]

/**
 * The kinds of sources, each with its name, its meaning and a description. The kind that needs attention comes last.
 */
export const kinds: Readonly<Record<Kind, Words>> = {
  ours: ['This service', 'good', 'A sending IP address of this service.'],
  aligned: ['Your other sender', 'busy', 'Another sender whose mail passes DMARC, authorized by your DNS.'],
  forwarded: ['Forwarded', 'off', 'Mail from this service that was forwarded. Its signature is still valid.'],
  unexplained: ['Unexplained', 'bad', 'A sender you have forgotten about, or somebody pretending to be you.'],
}

/** Returns the words for a kind, even for one that a later service has added. */
export function wordsOfKind(kind: string): Words {
  return kinds[kind as Kind] ?? [kind, 'neutral', '']
}

/** The possible reviews of a source, with their labels. */
export const reviews = { authorized: 'Mine', unauthorized: 'Not mine' } as const

export type Verdict = keyof typeof reviews

/** The steps of the ramp in their order, each with what receivers do at it. */
export const stages: readonly (readonly [
  stage: NonNullable<DmarcRamp['stage']>,
  name: string,
  meaning: string,
])[] = [
  ['monitor', 'Monitor (p=none)', 'Receivers only report.'],
  ['quarantine_testing', 'Quarantine, testing', 'Receivers report which mail they would put into spam.'],
  ['quarantine', 'Quarantine', 'Failing mail goes to spam.'],
  [
    'reject_testing',
    'Reject, testing',
    'Failing mail goes to spam, and receivers report which mail they would refuse.',
  ],
  ['reject', 'Reject', 'Failing mail is refused.'],
]

/** Returns the name of a stage; null is no stage. */
export function stageName(stage: string | null): string {
  return stages.find(([each]) => each === stage)?.[1] ?? 'No policy yet'
}

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

/** Returns the share of a whole as a percentage, rounded down: 99.96 % is not everything. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '–' : percent.format(Math.floor((part / whole) * 1000) / 1000)
}

/** Tells whether a domain's next record would name this machine, and so must wait until the service has a public name. */
export function isHeldBack({ next_record: record }: DmarcRamp): boolean {
  return record !== null && namesLocalhost(record.value)
}
