import { expect, test } from 'vitest'
import { bestLocale, localeOf } from '../../../server/product/content/locale.js'

const available = ['de', 'pt-BR', 'zh-Hant', 'sl-rozaj-x-a']

test.each([
  ['de', 'de'],
  ['DE', 'de'],
  ['de-AT', 'de'],
  ['de-DE-1996', 'de'],
  ['pt-br', 'pt-BR'],
  ['pt', ''],
  ['pt-PT', ''],
  ['zh-Hant-TW', 'zh-Hant'],
  ['zh-TW', ''],
  ['zh-Hant-x-y', 'zh-Hant'],
  ['den', ''],
  ['', ''],
  ['-', ''],
  ['constructor', ''],
  [undefined, ''],
])('the content for %s is that for "%s"', (wanted, found) => {
  expect(bestLocale(available, wanted)).toBe(found)
})

test.each([
  [{ locale: 'de-AT' }, 'de-AT'],
  [{ locale: 'pt_BR' }, 'pt-BR'],
  [{ locale: '' }, ''],
  [{ locale: 5 }, undefined],
  [{ locale: null }, undefined],
  [{ locale: 'x'.repeat(36) }, undefined],
  [{}, undefined],
  [{ Locale: 'de' }, undefined],
])('a contact with %j has the language %s', (properties, locale) => {
  expect(localeOf(properties)).toBe(locale)
})
