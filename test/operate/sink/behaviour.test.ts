import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { behaviourOf, slowestMs } from '../../../server/operate/sink/behaviour.js'

describe('a recipient says in its local part how it behaves', () => {
  test.each([
    ['bounce@x.test', { kind: 'bounce', code: 550, enhanced: '5.1.1' }],
    ['BOUNCE@x.test', { kind: 'bounce', code: 550, enhanced: '5.1.1' }],
    ['bounce+452@x.test', { kind: 'bounce', code: 452, enhanced: '4.2.2' }],
    ['bounce+554@x.test', { kind: 'bounce', code: 554, enhanced: '5.0.0' }],
    ['bounce+499@x.test', { kind: 'bounce', code: 499, enhanced: '4.0.0' }],
    ['bounce+5.7.1@x.test', { kind: 'bounce', code: 550, enhanced: '5.7.1' }],
    ['bounce+4.2.2@x.test', { kind: 'bounce', code: 450, enhanced: '4.2.2' }],
    ['defer@x.test', { kind: 'defer', always: false }],
    ['Defer+Always@x.test', { kind: 'defer', always: true }],
    ['slow+250@x.test', { kind: 'slow', milliseconds: 250 }],
    ['slow+99999999999999999999@x.test', { kind: 'slow', milliseconds: slowestMs }],
    ['drop@x.test', { kind: 'drop' }],
    ['dsn@x.test', { kind: 'dsn' }],
    ['complain@x.test', { kind: 'complain' }],
  ])('%s', (address, behaviour) => expect(behaviourOf(address)).toEqual(behaviour))

  test.each([
    'ada@x.test',
    'bounce+200@x.test',
    'bounce+399@x.test',
    'bounce+600@x.test',
    'bounce+5500@x.test',
    'bounce+2.1.1@x.test',
    'bounce+5.01.1@x.test',
    'bounce+5.1.1000@x.test',
    'bounce+@x.test',
    'bounces@x.test',
    'defer+2@x.test',
    'slow@x.test',
    'slow+-1@x.test',
    'slow+1e3@x.test',
    'drop+now@x.test',
    'ada@bounce.test',
  ])('%s is ordinary', (address) => expect(behaviourOf(address)).toEqual({ kind: 'accept' }))
})

test('every basic code from 400 to 599 is answered, with an enhanced code of its class', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999 }), (code) => {
      const behaviour = behaviourOf(`bounce+${code}@x.test`)
      if (code < 400 || code > 599) return behaviour.kind === 'accept'
      const sameClass = (enhanced: string) => enhanced.startsWith(`${Math.floor(code / 100)}.`)
      return behaviour.kind === 'bounce' && behaviour.code === code && sameClass(behaviour.enhanced)
    }),
  )
})

test('every enhanced code of class 4 or 5 comes back as it was asked for', () => {
  const part = fc.integer({ min: 0, max: 999 })
  fc.assert(
    fc.property(fc.constantFrom(4, 5), part, part, (kind, subject, detail) => {
      const enhanced = `${kind}.${subject}.${detail}`
      expect(behaviourOf(`bounce+${enhanced}@x.test`)).toEqual({
        kind: 'bounce',
        code: kind === 5 ? 550 : 450,
        enhanced,
      })
    }),
  )
})

test('no address breaks it, and case and domain never matter', () => {
  const name = fc.constantFrom('bounce', 'defer', 'slow', 'drop', 'dsn', 'complain', 'ada')
  const local = fc.oneof(
    fc.string(),
    fc.tuple(name, fc.string({ maxLength: 8 })).map(([start, rest]) => `${start}+${rest}`),
  )
  fc.assert(
    fc.property(local, fc.domain(), (text, domain) => {
      const behaviour = behaviourOf(`${text}@${domain}`)
      expect(behaviourOf(`${text}@elsewhere.test`)).toEqual(behaviour)
      if (/^[\x20-\x7e]*$/.test(text))
        expect(behaviourOf(`${text.toUpperCase()}@${domain}`)).toEqual(behaviour)
      if (behaviour.kind === 'slow') expect(behaviour.milliseconds).toBeLessThanOrEqual(slowestMs)
    }),
  )
})
