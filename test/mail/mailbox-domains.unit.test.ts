import { expect, test } from 'vitest'
import { mailboxProviderOf } from '../../server/mail/mailbox-domains.js'
import { knownProviders } from '../../server/product/delivery/providers/known.js'

test.each([
  ['gmail.com', 'google'],
  ['mail.googlemail.com', 'google'],
  ['outlook.com', 'microsoft'],
  ['outlook.com.br', 'microsoft'],
  ['hotmail.co.uk', 'microsoft'],
  ['live.nl', 'microsoft'],
  ['yahoo.com', 'yahoo'],
  ['yahoo.co.jp', 'yahoo'],
  ['aol.de', 'yahoo'],
  ['icloud.com', 'apple'],
  ['gmx.net', 'united-internet'],
])('%s has the mailboxes of %s', (domain, provider) => {
  expect(mailboxProviderOf(domain)).toBe(provider)
  expect(knownProviders.map(({ id }) => id)).toContain(provider)
})

test.each([
  'shop.example',
  'google.com',
  'gmail.com.example',
  'mygmail.com',
  'yahoo.shop.example',
  'live.io',
  'com',
  'co.uk',
  'localhost',
  '',
])('%s has none of them', (domain) => {
  expect(mailboxProviderOf(domain)).toBeUndefined()
})
