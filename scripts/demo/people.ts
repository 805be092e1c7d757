import { domains } from './replies.js'
import type { Random } from './random.js'

/** The fate of mail to a person. */
export type Fate = 'fine' | 'gone' | 'full' | 'greylisted' | 'complains'

/** An invented customer. */
export interface Person {
  readonly name: string
  readonly email: string
  readonly domain: string
  readonly fate: Fate
}

const firstNames = [
  'Ada',
  'Bruno',
  'Chloe',
  'Dmitri',
  'Elif',
  'Farid',
  'Grace',
  'Hanna',
  'Ines',
  'Jonas',
  'Keiko',
]
const moreFirstNames = [
  'Lea',
  'Marco',
  'Nadia',
  'Oskar',
  'Priya',
  'Quentin',
  'Rosa',
  'Samir',
  'Tove',
  'Uma',
  'Viktor',
]
const lastNames = [
  'Lovelace',
  'Okafor',
  'Silva',
  'Novak',
  'Yilmaz',
  'Berg',
  'Tanaka',
  'Moreau',
  'Rossi',
  'Jansen',
]
const moreLastNames = [
  'Kowalski',
  'Haddad',
  'Lindqvist',
  'Mbeki',
  'Ortega',
  'Patel',
  'Weber',
  'Zhang',
  'Dubois',
]

const fates: readonly (readonly [weight: number, fate: Fate])[] = [
  [935, 'fine'],
  [30, 'gone'],
  [6, 'full'],
  [20, 'greylisted'],
  [9, 'complains'],
]

/** @param count how many people */
export function peopleOf(random: Random, count: number): Person[] {
  return Array.from({ length: count }, (_, number) => {
    const first = random.pick([...firstNames, ...moreFirstNames])
    const last = random.pick([...lastNames, ...moreLastNames])
    const domain = random.weighted(domains)
    const email = `${first}.${last}.${number}@${domain}`.toLowerCase()
    return { name: `${first} ${last}`, email, domain, fate: random.weighted(fates) }
  })
}
