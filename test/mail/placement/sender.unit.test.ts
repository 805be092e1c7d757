import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { signMessage } from '../../../server/mail/dkim/sign.js'
import { DnsFailure, type Resolver } from '../../../server/mail/dns/resolver.js'
import { checkMail } from '../../../server/mail/placement/check-mail.js'
import type { MailWay } from '../../../server/mail/placement/sender.js'
import { fieldsOf, seen, withText } from './usual-mail.js'

/** Tests the findings of a check about the sender, with a DNS of this test. */

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`

/** A DNS with these texts alone. `fails` gives no answer. */
function dns(zone: Readonly<Record<string, string | readonly string[]>>): Resolver {
  const nothing = () => Promise.resolve({ records: [], exists: false })
  return {
    ...{ mx: nothing, addresses: nothing, cname: nothing, names: nothing, tlsa: nothing },
    txt: (name) => {
      const records = zone[name]
      if (records === 'fails') return Promise.reject(new DnsFailure(`TXT ${name}`, 'ESERVFAIL'))
      return Promise.resolve({
        records: records === undefined ? [] : [records].flat(),
        exists: records !== undefined,
      })
    },
  }
}

const whole = {
  'k1._domainkey.shop.example': record,
  'k1._domainkey.other.example': record,
  'shop.example': 'v=spf1 ip4:192.0.2.1 -all',
  'bounces.postseal.example': 'v=spf1 ip4:192.0.2.1 -all',
  '_dmarc.shop.example': 'v=DMARC1; p=reject',
}

function signed(raw: Buffer, domain = 'shop.example'): Promise<Buffer> {
  return signMessage(raw, [{ domain, selector: 'k1', algorithm: 'rsa', privateKey }], new Date())
}

/** Returns the findings about the sender, by check. */
async function sender(raw: Buffer, way: MailWay): Promise<Record<string, string>> {
  const checks = ['DKIM', 'return path', 'SPF', 'DMARC']
  const findings = (await checkMail(raw, way)).filter(({ check }) => checks.includes(check))
  return Object.fromEntries(findings.map(({ check, status, seen }) => [check, `${status}: ${seen}`]))
}

test('a signature of the domain in From meets its DMARC, whatever the return path is', async () => {
  const way = { resolver: dns(whole), returnPath: 'b@bounces.postseal.example', addresses: ['192.0.2.1'] }
  expect(await sender(await signed(withText()), way)).toEqual({
    DKIM: 'ok: shop.example (k1): valid',
    'return path': 'ok: bounces.postseal.example, not shop.example: DMARC goes by the signature',
    SPF: 'ok: bounces.postseal.example allows 192.0.2.1',
    DMARC: 'ok: shop.example: v=DMARC1; p=reject – met',
  })
})

test('a file with the line ends of Unix is checked as the mail that it was', async () => {
  const raw = Buffer.from((await signed(withText())).toString().replaceAll('\r\n', '\n'))
  expect(await sender(raw, { resolver: dns(whole) })).toMatchObject({ DKIM: 'ok: shop.example (k1): valid' })
})

test('what is wrong with signatures, return path, SPF and DMARC is told apart', async () => {
  const changed = Buffer.from((await signed(withText())).toString().replace('has shipped.', 'is lost.'))
  const returned = { 'Return-Path': '<b@bounces.postseal.example>' }
  expect(await sender(changed, { resolver: dns(whole) })).toEqual({
    DKIM: 'failed: shop.example (k1): not valid',
    'return path': 'skipped: not known: the mail has no Return-Path',
    SPF: 'skipped: the return path is not known',
    DMARC: 'failed: shop.example: v=DMARC1; p=reject – not met',
  })
  expect(await sender(await signed(withText(returned), 'other.example'), { resolver: dns(whole) })).toEqual({
    DKIM: 'warning: other.example (k1): valid, and none is of shop.example',
    'return path': 'warning: bounces.postseal.example, not shop.example',
    SPF: 'ok: bounces.postseal.example has a record; where mail leaves from is not known',
    DMARC: 'failed: shop.example: v=DMARC1; p=reject – not met',
  })
  const way = { returnPath: 'b@shop.example', addresses: ['203.0.113.9'] }
  expect(
    await sender(await signed(withText()), {
      ...way,
      resolver: dns({ 'shop.example': whole['shop.example'] }),
    }),
  ).toEqual({
    DKIM: 'failed: shop.example (k1): no usable key is published',
    'return path': 'ok: shop.example, as From',
    SPF: 'failed: 203.0.113.9 for shop.example: fail',
    DMARC: 'warning: shop.example has no record',
  })
  const twice = dns({
    'shop.example': ['v=spf1 -all', 'v=spf1 ~all'],
    '_dmarc.shop.example': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'],
  })
  expect(await sender(withText(), { ...way, resolver: twice })).toMatchObject({
    SPF: 'failed: shop.example has 2 records',
    DMARC: 'failed: 1 name with more than one record: shop.example',
  })
})

test('a DNS that does not answer, or is not asked, leaves out what it would say', async () => {
  const silent = dns({
    'k1._domainkey.shop.example': 'fails',
    'shop.example': 'fails',
    '_dmarc.shop.example': 'fails',
  })
  const raw = await signed(withText())
  const answers = await sender(raw, {
    resolver: silent,
    returnPath: 'b@shop.example',
    addresses: ['192.0.2.1'],
  })
  expect(Object.values(answers)).toEqual([
    'skipped: shop.example (k1): unknown: the DNS gave no answer',
    'ok: shop.example, as From',
    'skipped: The DNS gave no answer about TXT shop.example (ESERVFAIL).',
    'skipped: The DNS gave no answer about TXT _dmarc.shop.example (ESERVFAIL).',
  ])
  expect(await sender(raw, {})).toMatchObject({
    DKIM: 'skipped: shop.example (k1): the DNS was not asked',
    DMARC: 'skipped: the DNS was not asked',
  })
})

test('one click that no signature covers', async () => {
  const more = {
    'List-Unsubscribe': '<https://shop.example/u>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  const raw = await signed(withText(more))
  expect(await seen('unsubscribe', raw)).toEqual(['ok: one click by https'])
  const uncovered = Buffer.concat([Buffer.from(fieldsOf(more)), await signed(withText())])
  expect(await seen('unsubscribe', uncovered)).toEqual(['warning: one click, which no signature covers'])
})
