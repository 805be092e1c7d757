import { describe, expect, test } from 'vitest'
import { candidatesOf, readRouteRecipient } from '../../../../server/product/inbound/routes/recipients.js'
import { seededRandom } from '../../../support/arbitrary/random.js'

/** Which route an address belongs to. */

/** Says the same in another way: whether a recipient covers an address, and how much of it is spelled out. */
function covers(recipient: string, address: string): boolean {
  const [pattern = '', domain] = recipient.split('@')
  const [local = '', ofDomain] = address.split('@')
  if (domain !== ofDomain) return false
  return local === pattern || (pattern.endsWith('*') && local.startsWith(pattern.slice(0, -1)))
}

function mostSpecific(routes: readonly string[], address: string): string | undefined {
  const byLength = routes
    .filter((recipient) => covers(recipient, address))
    .toSorted((one, other) => other.length - one.length)
  return routes.find((recipient) => recipient === address) ?? byLength[0]
}

test('random addresses find the same route among random ones as a plain comparison does', () => {
  const seed = Math.trunc(Math.random() * 2 ** 32)
  const random = seededRandom(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.trunc(random() * values.length)] as T
  const word = (letters: string, longest: number) =>
    Array.from({ length: 1 + Math.trunc(random() * longest) }, () => pick([...letters])).join('')
  let found = 0
  for (let round = 0; round < 2000; round += 1) {
    const domain = () => pick(['in.shop.example', 'shop.example'])
    const routes = new Set<string>()
    for (let count = Math.trunc(random() * 12); count > 0; count -= 1) {
      const local = pick([() => '*', () => word('ab+', 4), () => `${word('ab+', 3)}+*`])()
      routes.add(`${local}@${domain()}`)
    }
    const address = `${word('ab+', 6)}@${domain()}`
    const actual = candidatesOf(address).find((candidate) => routes.has(candidate))
    expect(actual, `seed ${seed}: ${address} in ${[...routes].join(' ')}`).toBe(
      mostSpecific([...routes], address),
    )
    if (actual !== undefined) found += 1
  }
  // Else this would prove nothing.
  expect(found).toBeGreaterThan(300)
})

test('the longest local part has no more candidates than it has octets', () => {
  expect(candidatesOf(`a${'+'.repeat(63)}@shop.example`)).toHaveLength(65)
  expect(candidatesOf(`${'+'.repeat(64)}@shop.example`)).toHaveLength(65)
})

test.each([
  ['a+b+c@d.example', ['a+b+c@d.example', 'a+b+*@d.example', 'a+*@d.example', '*@d.example']],
  ['a+@d.example', ['a+@d.example', 'a+*@d.example', '*@d.example']],
  ['+a@d.example', ['+a@d.example', '*@d.example']],
  ['plain@d.example', ['plain@d.example', '*@d.example']],
])('%s belongs to %j', (address, candidates) => {
  expect(candidatesOf(address)).toEqual(candidates)
})

describe('the recipient of a route', () => {
  test.each([
    ['Support@IN.Shop.Example', 'support@in.shop.example', 'in.shop.example'],
    ['Support+*@shop.example', 'support+*@shop.example', 'shop.example'],
    ['*@shop.example', '*@shop.example', 'shop.example'],
    ['a+b+*@shop.example', 'a+b+*@shop.example', 'shop.example'],
    ['GRÜSSE@Bücher.example', 'grüsse@xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['o\u{308}l@shop.example', 'öl@shop.example', 'shop.example'],
  ])('%s is kept as %s', (given, recipient, domain) => {
    expect(readRouteRecipient(given)).toEqual({ recipient, domain })
  })

  test.each([
    'support*@shop.example',
    '*support@shop.example',
    '**@shop.example',
    '+*@shop.example',
    '*+*@shop.example',
    'a*+*@shop.example',
    'a+*b@shop.example',
    'a+*+*@shop.example',
    'a@*.example',
    '*',
    'a@localhost',
    'a@[127.0.0.1]',
    '"a b"@shop.example',
    '.a@shop.example',
    'a@b@shop.example',
    `${'a'.repeat(65)}@shop.example`,
    'a\u{200b}b@shop.example',
  ])('%s is refused', (given) => {
    expect(readRouteRecipient(given)).toBeUndefined()
  })
})
