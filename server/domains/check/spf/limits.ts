import { nameIn, quoted } from '../record-check.js'
import type { SpfProblem } from './problems.js'
import type { SpfWalk } from './walk.js'

/** RFC 7208, section 4.6.4. */
const maxLookups = 10
const maxVoids = 2
const dearest = 3

/** What is more than receivers put up with. */
export function limitProblems(domain: string, { lookups, costs, voids }: SpfWalk): SpfProblem[] {
  const problems: SpfProblem[] = []
  if (lookups > maxLookups) {
    const max = costs
      .slice(0, dearest)
      .map(({ term, lookups: each }) => `${quoted(term)} (${each})`)
      .join(', ')
    const advice =
      `The SPF record of ${domain} needs ${lookups} DNS look-ups, and receivers give up after ` +
      `${maxLookups}. Most go to ${max}: take out what you do not use, or name addresses instead.`
    problems.push({ effect: 'stops', problem: 'spf_too_many_lookups', advice })
  }
  if (voids.length > maxVoids) {
    const names = voids.slice(0, dearest).map(nameIn).join(', ')
    const advice =
      `The SPF record of ${domain} asks for ${voids.length} names that are not there, and receivers give ` +
      `up after ${maxVoids}. Take out ${names}.`
    problems.push({ effect: 'stops', problem: 'spf_too_many_voids', advice })
  }
  return problems
}
