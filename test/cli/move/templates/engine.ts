import Handlebars from 'handlebars'
import { DateTime } from 'luxon'
import type { Dialect } from '../../../../cli/src/move/templates/convert.js'

type Choice = { fn: (context: unknown) => string; inverse: (context: unknown) => string }

/** Renders a template with Handlebars itself and the helpers that a service documents. */
export function renderOriginal(source: string, dialect: Dialect, values: object): string {
  const engine = Handlebars.create()
  const when = (name: string, isMet: (...values: any[]) => boolean) =>
    engine.registerHelper(name, function (this: unknown, ...given: any[]) {
      const options = given.pop() as Choice & { fn?: Choice['fn'] }
      const met = isMet(...given)
      // In parentheses a helper has no block.
      return options.fn === undefined ? met : met ? options.fn(this) : options.inverse(this)
    })
  if (dialect === 'mailgun') when('equal', (one, other) => String(one) === String(other))
  engine.registerHelper('raw', function (this: unknown, options: Choice) {
    return options.fn(this)
  })
  engine.registerHelper('log', () => '')
  if (dialect === 'sendgrid') {
    when('equals', (one, other) => one === other)
    when('notEquals', (one, other) => one !== other)
    when('greaterThan', (one, other) => one > other)
    when('lessThan', (one, other) => one < other)
    when('and', (...all) => all.every((each) => !Handlebars.Utils.isEmpty(each) && each !== 0))
    when('or', (...all) => all.some((each) => !Handlebars.Utils.isEmpty(each) && each !== 0))
    engine.registerHelper('length', (list?: { length: number }) => list?.length ?? 0)
    engine.registerHelper('insert', (value: unknown, fallback: string) =>
      value === undefined || value === null || value === '' ? fallback.replace(/^default=/, '') : value,
    )
    engine.registerHelper('formatDate', (value: string, format: string, zone: unknown) => {
      const offset = typeof zone === 'string' ? `UTC${zone.slice(0, 3)}:${zone.slice(3)}` : 'UTC'
      const tokens = {
        dddd: 'cccc',
        YYYY: 'yyyy',
        YY: 'yy',
        MMMM: 'LLLL',
        MMM: 'LLL',
        MM: 'LL',
        DD: 'dd',
        D: 'd',
        A: 'a',
      }
      const translated = format.replace(/\[[^\]]*\]|([A-Za-z])\1*/g, (token) =>
        token.startsWith('[')
          ? `'${token.slice(1, -1)}'`
          : ((tokens as Record<string, string>)[token] ?? token),
      )
      return DateTime.fromISO(value, { zone: offset }).toFormat(translated, { locale: 'en-US' })
    })
  }
  return engine.compile(source, { noEscape: dialect === 'ses' })(values)
}
