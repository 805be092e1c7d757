import type { DmarcRamp } from 'postseal'
import type { Meaning } from '../../ui/status.js'

export const kindList = ['ours', 'aligned', 'forwarded', 'unexplained'] as const

export type Kind = (typeof kindList)[number]

type Words = readonly [name: string, meaning: Meaning, sentence: string]

/** The kinds of sources, those that need somebody's eyes last: their name, what they mean and what they are. */
export const kinds: Readonly<Record<Kind, Words>> = {
  ours: ['This service', 'good', 'An address that this service sends from.'],
  aligned: [
    'Another of yours',
    'busy',
    'Another sender whose mail passes DMARC: you have authorized it by your DNS.',
  ],
  forwarded: ['Forwarded', 'off', 'Mail of this service that somebody forwards: its signature still holds.'],
  unexplained: [
    'Unexplained',
    'bad',
    'A sender that you have forgotten, or somebody who pretends to be you.',
  ],
}

/** The words of a kind; the list may grow. */
export function wordsOfKind(kind: string): Words {
  return kinds[kind as Kind] ?? [kind, 'neutral', '']
}

/** What was said of a source. */
export const reviews = { authorized: 'Mine', unauthorized: 'Not mine' } as const

export type Verdict = keyof typeof reviews

/** The steps of the ramp in their order, and what receivers do at each. */
export const stages: readonly (readonly [
  stage: NonNullable<DmarcRamp['stage']>,
  name: string,
  meaning: string,
])[] = [
  ['monitor', 'Monitor (p=none)', 'Receivers only report.'],
  ['quarantine_testing', 'Quarantine, testing', 'Receivers report what they would put into spam.'],
  ['quarantine', 'Quarantine', 'What fails goes to spam.'],
  [
    'reject_testing',
    'Reject, testing',
    'What fails goes to spam, and receivers report what they would refuse.',
  ],
  ['reject', 'Reject', 'What fails is refused.'],
]

/** A stage by its name; null is none. */
export function stageName(stage: string | null): string {
  return stages.find(([each]) => each === stage)?.[1] ?? 'No policy yet'
}

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

/** A share of a whole, rounded down: 99.96 % is not everything. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '–' : percent.format(Math.floor((part / whole) * 1000) / 1000)
}
