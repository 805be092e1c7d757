type Fields = Record<string, unknown>

/**
 * Steps of any kind that needs nothing else, in each other, and sometimes an exit. What they change, record and wait
 * for has few names, so that they meet.
 *
 * @param random numbers from 0 up to 1
 */
export function randomSteps(random: () => number): { steps: Fields[]; exit_on: Fields[] } {
  let number = 0
  const one = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const name = () => one(['a', 'b', 'c'])
  const rule = (): Fields => {
    const leaf = one<() => Fields>([
      () => ({ property: { name: name(), op: one(['eq', 'ne']), value: one([1, 2]) } }),
      () => ({ event: { name: name(), count: { op: 'gte', value: one([1, 2]) } } }),
      () => ({ contact: { field: 'unsubscribed', op: 'eq', value: true } }),
    ])()
    return random() < 0.3 ? { not: leaf } : leaf
  }
  const list = (depth: number, least: number): Fields[] =>
    Array.from({ length: least + Math.floor(random() * 3) }, () => step(depth))
  const step = (depth: number): Fields => {
    const key = `step_${(number += 1)}`
    const flat: (() => Fields)[] = [
      () => ({ update_contact: { properties: { [name()]: one([1, 2, null]) } } }),
      () => ({ record_event: { name: name(), properties: { n: one([1, 2]) } } }),
      () => ({ notify: { name: 'n' } }),
      () => ({ wait: { for: one(['PT1H', 'P1D']) } }),
      () => ({ wait: { until_property: { name: name() } } }),
      () => (random() < 0.3 ? { exit: {} } : { notify: { name: 'n' } }),
      () => (random() < 0.3 ? { unsubscribe: {} } : { notify: { name: 'n' } }),
    ]
    const deep: (() => Fields)[] = [
      () => ({
        branch: {
          cases: Array.from({ length: one([1, 2, 3]) }, () => ({ if: rule(), steps: list(depth + 1, 0) })),
          ...(random() < 0.7 && { else: list(depth + 1, 0) }),
        },
      }),
      () => ({
        wait_for_event: {
          name: name(),
          ...(random() < 0.5 && { where: [{ name: 'n', op: 'eq', value: one([1, 2]) }] }),
          timeout: one(['PT2H', 'P1D']),
          on_timeout: list(depth + 1, 0),
        },
      }),
    ]
    return { key, ...one(depth < 5 && number < 40 && random() < 0.5 ? deep : flat)() }
  }
  const steps = list(1, 3)
  const exit_on =
    random() < 0.3
      ? [one<() => Fields>([() => ({ event: { name: name() } }), () => ({ rule: rule() })])()]
      : []
  return { steps, exit_on }
}
