import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signMessage } from '../../../server/mail/dkim/sign.js'
import { openResolver } from '../../../server/mail/dns/open-resolver.js'
import type { Resolver } from '../../../server/mail/dns/resolver.js'
import { authenticate, type Claims } from '../../../server/mail/authentication/authenticate.js'
import { readSignedMail, type SignedMail } from '../../../server/mail/authentication/signed-mail.js'
import { bufferSource } from '../../../server/mail/mime/mail-source.js'
import { walkMail } from '../../../server/mail/mime/body/walk-mail.js'
import { startDns, type TestDns } from '../../support/domains/dns.js'

/** Against a DNS server of this test, and by signatures of our signer and of mailauth. */

const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 })
const ed25519 = generateKeyPairSync('ed25519')
const weak = generateKeyPairSync('rsa', { modulusLength: 768 })
const base64 = (key: KeyObject, type: 'spki' | 'pkcs1' = 'spki') =>
  key.export({ format: 'der', type }).toString('base64')
/** The 32 bytes alone. */
const rawKey = Buffer.from(base64(ed25519.publicKey), 'base64').subarray(-32).toString('base64')
const rsaRecord = `v=DKIM1; k=rsa; p=${base64(rsa.publicKey)}`

let dns: TestDns
let resolver: Resolver

beforeAll(async () => {
  dns = await startDns({
    'k1._domainkey.shop.example': { TXT: [[rsaRecord.slice(0, 100), rsaRecord.slice(100)]] },
    'k2._domainkey.shop.example': { TXT: [`v=DKIM1; k=ed25519; p=${rawKey}`] },
    'plain._domainkey.shop.example': { TXT: [`p=${base64(rsa.publicKey, 'pkcs1')}`] },
    'weak._domainkey.shop.example': { TXT: [`v=DKIM1; p=${base64(weak.publicKey)}`] },
    'gone._domainkey.shop.example': { TXT: ['v=DKIM1; p='] },
    'web._domainkey.shop.example': { TXT: [`v=DKIM1; s=web; p=${base64(rsa.publicKey)}`] },
    'sha1._domainkey.shop.example': { TXT: [`v=DKIM1; h=sha1; p=${base64(rsa.publicKey)}`] },
    'exact._domainkey.shop.example': { TXT: [`v=DKIM1; t=s; p=${base64(rsa.publicKey)}`] },
    'broken._domainkey.shop.example': { TXT: ['v=DKIM1; p=AAAA'] },
    'ill._domainkey.shop.example': { fails: 'SERVFAIL' },
    'k1._domainkey.mail.shop.example': { TXT: [rsaRecord] },
    'k1._domainkey.other.example': { TXT: [rsaRecord] },
    'shop.example': { TXT: ['v=spf1 ip4:192.0.2.1 ip6:2001:db8::1 ~all'] },
    '_dmarc.shop.example': { TXT: ['v=DMARC1; p=reject; sp=quarantine; np=none; adkim=r; aspf=r'] },
    'mail.shop.example': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
    'other.example': { TXT: ['v=spf1 ?all'] },
    'strict.example': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
    '_dmarc.strict.example': { TXT: ['v=DMARC1; p=quarantine; adkim=s; aspf=s'] },
    'mail.strict.example': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
    'k1._domainkey.mail.strict.example': { TXT: [rsaRecord] },
    'k1._domainkey.strict.example': { TXT: [rsaRecord] },
    'ill.example': { fails: 'SERVFAIL' },
    '_dmarc.ill.example': { TXT: ['v=DMARC1; p=none'] },
    '_dmarc.illpolicy.example': { fails: 'SERVFAIL' },
    'twice.example': { TXT: ['v=spf1 -all', 'v=spf1 ~all'] },
    '_dmarc.twice.example': { TXT: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] },
    'macros.example': { TXT: ['v=spf1 exists:%{l}.macros.example -all'] },
    '_dmarc.macros.example': { TXT: ['v=DMARC1; p=reject'] },
    'loop.example': { TXT: ['v=spf1 include:loop.example -all'] },
    'silent.example': { fails: 'silent' },
    '_dmarc.silent.example': { fails: 'silent' },
    'k1._domainkey.silent.example': { fails: 'silent' },
  })
  resolver = openResolver([dns.server], { tryMs: 60_000 })
})
afterAll(() => dns.close())

const mail = (from = 'ada@shop.example', body = 'Hello  world \r\n\r\nBye\r\n\r\n') =>
  [
    `From: Ada <${from}>`,
    'To: <help@example.com>',
    'Subject: Hello\r\n  there',
    'Date: Sun, 3 May 2026 10:12:00 +0000',
    `\r\n${body}`,
  ].join('\r\n')

const own = async (text: string, domain = 'shop.example', selector = 'k1') => {
  const key = { domain, selector, algorithm: 'rsa', privateKey: rsa.privateKey } as const
  return (await signMessage(Buffer.from(text), [key], new Date())).toString()
}

async function signed(text: string, more: object = {}): Promise<string> {
  const pem = rsa.privateKey.export({ format: 'pem', type: 'pkcs8' })
  const { expires, headerList } = more as { expires?: Date; headerList?: string }
  const { signatures } = await dkimSign(text, {
    signTime: new Date(),
    expires,
    headerList,
    signatureData: [{ signingDomain: 'shop.example', selector: 'k1', privateKey: pem, ...more }],
  } as Parameters<typeof dkimSign>[1])
  return `${signatures}${text}`
}

/** @param raw a character for each byte */
async function readSigned(raw: string, chunk?: number): Promise<SignedMail | undefined> {
  const source = bufferSource(Buffer.from(raw, 'latin1'), chunk)
  const { raw: header, body } = await walkMail(source)
  return header && readSignedMail(header, source.read(body, source.size))
}

/** Authenticates a message that comes in small pieces, from an address that SPF knows nothing of. */
async function check(raw: string, claims: Partial<Claims> = {}) {
  const read = await readSigned(raw, raw.length < 100_000 ? 50 : 50_000)
  const [, from = ''] = /^From:.*<(.*)>/im.exec(raw) ?? []
  const usual = { sender: '', clientAddress: '192.0.2.9', helo: 'peer.invalid', mail: read, from: [from] }
  return authenticate({ ...usual, ...claims }, resolver, 60_000)
}

const dkim = async (raw: string) => (await check(raw)).dkim.map(({ result }) => result)

test('a message that our signer has signed, with both kinds of keys', async () => {
  const keys = [
    { domain: 'shop.example', selector: 'k2', algorithm: 'ed25519', privateKey: ed25519.privateKey },
    { domain: 'mail.shop.example', selector: 'k1', algorithm: 'rsa', privateKey: rsa.privateKey },
  ] as const
  const raw = (await signMessage(Buffer.from(mail()), keys, new Date())).toString()
  expect(await check(raw)).toEqual({
    spf: { result: 'none', domain: 'peer.invalid' },
    dkim: [
      { result: 'pass', domain: 'shop.example', selector: 'k2' },
      { result: 'pass', domain: 'mail.shop.example', selector: 'k1' },
    ],
    dmarc: { result: 'pass', domain: 'shop.example', policy: 'reject' },
  })
  const blanksMore = raw.replace('Subject: Hello', 'Subject:   Hello').replace('Hello  world ', 'Hello world')
  expect(await dkim(blanksMore)).toEqual(['pass', 'pass'])
  for (const altered of [raw.replace('Bye', 'Buy'), raw.replace('Subject: H', 'Subject: J')])
    expect((await check(altered)).dmarc.result).toBe('fail')
  // The signer sealed that there is no other.
  expect(await dkim(`From: <eve@shop.example>\r\n${raw}`)).toEqual(['fail', 'fail'])
})

test('no signature makes a forged message doubtful by a name that the DNS cannot be asked about', async () => {
  // Their look-up fails, as if the DNS of the domain were out of order; the domain is aligned.
  const wide = `${'a'.repeat(50)}.`.repeat(3)
  const unaskable = [
    ['a'.repeat(64), 'shop.example'],
    ['a..b', 'shop.example'],
    [`${wide}k1`, `${wide.slice(0, -1)}.shop.example`],
  ]
  for (const [selector = '', domain] of unaskable) {
    const raw = await own(mail(), domain, selector)
    expect(await check(raw)).toMatchObject({ dkim: [{ result: 'neutral' }], dmarc: { result: 'fail' } })
  }
})

test('nor does a sender or an author whose names it cannot be asked about', async () => {
  const sender = `${'a'.repeat(64)}@macros.example`
  expect(await check(mail('ada@macros.example'), { sender })).toMatchObject({
    spf: { result: 'fail' },
    dmarc: { result: 'fail' },
  })
  const long = `${`${'a'.repeat(59)}.`.repeat(4)}shop.example`
  const { dmarc } = await check(mail(`ada@${long}`))
  expect(dmarc).toMatchObject({ domain: long, policy: 'none', result: 'fail' })
})

test.each(['relaxed/relaxed', 'simple/simple', 'relaxed/simple', 'simple/relaxed'])(
  'a message that mailauth has signed as %s',
  async (canonicalization) => {
    const bodies = ['', '\r\n', 'a', ' \t\r\n\r\n', 'one  two \r\n\r\n\r\n', 'é\r\n'.repeat(5000)]
    for (const body of bodies) {
      const text = Buffer.from(mail(undefined, body)).toString('latin1')
      const raw = (await signed(Buffer.from(text, 'latin1') as never, { canonicalization })).split(
        '\r\n\r\n',
      )[0]
      const whole = `${raw}\r\n\r\n${text.slice(text.indexOf('\r\n\r\n') + 4)}`
      expect({ body, dkim: await dkim(whole) }).toEqual({ body, dkim: ['pass'] })
      expect(await dkim(whole.replaceAll('\r\n', '\n'))).toEqual(['pass'])
    }
  },
)

test('keys that prove nothing, and signatures that do not count', async () => {
  const by = async (selector: string, more: object = {}) => dkim(await signed(mail(), { selector, ...more }))
  expect(await by('plain')).toEqual(['pass'])
  expect(await by('exact')).toEqual(['pass'])
  for (const selector of ['none', 'gone', 'web', 'sha1', 'broken', 'k2'])
    expect(await by(selector)).toEqual(['permerror'])
  const pem = weak.privateKey.export({ format: 'pem', type: 'pkcs8' })
  expect(await by('weak', { privateKey: pem })).toEqual(['policy'])
  expect(await by('ill')).toEqual(['temperror'])
  expect(await by('k1', { maxBodyLength: 5 })).toEqual(['policy'])
  expect(await by('k1', { algorithm: 'rsa-sha1' })).toEqual(['policy'])
  expect(await by('k1', { expires: new Date(Date.now() - 60_000) })).toEqual(['policy'])
  expect(await by('k1', { expires: new Date(Date.now() + 86_400_000) })).toEqual(['pass'])

  const raw = await own(mail())
  const tag = (from: RegExp, to: string) => dkim(raw.replace(from, to))
  expect(await tag(/h=[^;]*;/, 'h=subject:date;')).toEqual(['permerror'])
  expect(await tag(/ b=/, ' i=@elsewhere.example; b=')).toEqual(['neutral'])
  expect(await tag(/ b=/, ' d=shop.example; b=')).toEqual(['neutral'])
  expect(await tag(/v=1/, 'v=2')).toEqual(['neutral'])
  for (const algorithm of ['md5', 'constructor', '__proto__', 'RSA-SHA256', 'rsa-sha256-x', 'rsa- sha256'])
    expect(await tag(/a=rsa-sha256/, `a=${algorithm}`)).toEqual(['neutral'])
  for (const form of [
    'constructor',
    'toString',
    'Relaxed/relaxed',
    'relaxed/relaxed/x',
    'relaxed / relaxed',
    'x',
  ])
    expect(await tag(/c=[^;]*/, `c=${form}`)).toEqual(['neutral'])
  for (const more of ['q=DNS/TXT;', 'q=foo:dns/txt;', 'i=;', 'i=shop.example;', ';'])
    expect(await tag(/ b=/, ` ${more} b=`)).toEqual(['neutral'])
  expect(await tag(/h=from/, 'h=fr om')).toEqual(['fail'])
  expect(await tag(/d=[^;]*/, 'd=b\xfccher.example')).toEqual(['neutral'])
  expect(await tag(/ s=k1/, ' s=../k1')).toEqual(['neutral'])
  expect(await tag(/ bh=/, ' x=soon; bh=')).toEqual(['policy'])
  const tomorrow = Math.floor(Date.now() / 1000) + 86_400
  expect(await tag(/ t=\d+;/, ` t=${tomorrow};`)).toEqual(['policy'])
  expect(await tag(/ t=(\d+);/, ` t=$1; x=${tomorrow};`)).toEqual(['fail'])
  expect(await tag(/ t=\d+;/, ' t=soon;')).toEqual(['policy'])
  expect(await tag(/ b=/, ' b=!')).toEqual(['neutral'])
  expect(await tag(/=\r\n(?=From)/, '\r\n')).toEqual(['neutral'])
  expect(await dkim(`DKIM-Signature: ;;\r\n${mail()}`)).toEqual(['neutral'])
  expect(await dkim(`${raw.split('From: Ada')[0]}`.repeat(7) + mail())).toHaveLength(5)
})

test('a header that programs read differently is checked by no signature', async () => {
  const raw = await own(mail())
  const end = raw.indexOf('\r\n\r\n')
  const [header, body] = [raw.slice(0, end), raw.slice(end + 4)]
  const lines = [
    '-',
    ': x',
    'no colon',
    'X\x0b: y',
    'X\xa0: y',
    'X : y',
    'X: a\rb',
    'X: a\0b',
    'X: a\x0bb',
    'X: y\r',
  ]
  for (const line of [...lines, 'From Ada', '>From Ada'])
    expect([line, await dkim(`${header}\r\n${line}\r\n\r\n${body}`)]).toEqual([line, ['permerror']])
  for (const empty of ['\r\n\r\r\n', '\r\n\r\r\r\n'])
    expect(await dkim(`${header}${empty}${body}`)).toEqual(['permerror'])
  expect(await dkim(` folded\r\n${raw}`)).toEqual(['permerror'])
  // What is not signed may be anything else.
  for (const line of ['X: \xe9', 'X:', 'X: a\r\n b\r\n\tc', 'x-y_z!: 1'])
    expect([line, await dkim(`${header}\r\n${line}\r\n\r\n${body}`)]).toEqual([line, ['pass']])
})

test('a signature counts that covers what is shown', async () => {
  const of = async (names: string) => signed(mail(), { headerList: names })
  const by = async (names: string, more = '') => dkim(more + (await of(names)))
  expect(await by('from:subject')).toEqual(['pass'])
  expect(await by('from:date')).toEqual(['policy'])
  expect(await by('from:subject', 'Subject: Another\r\n')).toEqual(['policy'])
  expect(await by('from:subject', 'From: <b@shop.example>\r\n')).toEqual(['policy'])
  expect(await by('from:subject:to', 'To: <b@shop.example>\r\n')).toEqual(['policy'])
  // The same once more, what is shown once beside others, and what is not signed.
  expect(await by('from:subject', 'Subject: Hello\r\n  there\r\n')).toEqual(['pass'])
  for (const field of ['To: <b@shop.example>', 'X-Other: y', 'Content-Type: text/plain', 'MIME-Version: 1.0'])
    expect([field, await by('from:subject', `${field}\r\n`)]).toEqual([field, ['pass']])
  // Without a subject there is none to cover.
  const plain = await own('From: ada@shop.example\r\n\r\nHello\r\n')
  expect(await dkim(plain)).toEqual(['pass'])
})

test('SPF says whether the client may send for the sender, or for its own name', async () => {
  const spf = async (sender: string, clientAddress = '192.0.2.1', helo = 'mail.shop.example') =>
    (await check(mail(), { sender, clientAddress, helo })).spf
  expect(await spf('a@shop.example')).toEqual({ result: 'pass', domain: 'shop.example' })
  expect(await spf('a@SHOP.example', '2001:db8::1')).toEqual({ result: 'pass', domain: 'shop.example' })
  expect(await spf('a@shop.example', '::ffff:192.0.2.1')).toMatchObject({ result: 'pass' })
  expect(await spf('a@shop.example', '192.0.2.2')).toMatchObject({ result: 'softfail' })
  expect(await spf('a@mail.shop.example', '192.0.2.2')).toMatchObject({ result: 'fail' })
  expect(await spf('a@other.example')).toMatchObject({ result: 'neutral' })
  expect(await spf('a@nothing.example')).toMatchObject({ result: 'none' })
  expect(await spf('a@ill.example')).toMatchObject({ result: 'temperror' })
  expect(await spf('a@twice.example')).toMatchObject({ result: 'permerror' })
  expect(await spf('a@loop.example')).toMatchObject({ result: 'permerror' })
  expect(await spf('')).toEqual({ result: 'pass', domain: 'mail.shop.example' })
  expect(await spf('', '192.0.2.1', '[192.0.2.1]')).toEqual({ result: 'none', domain: null })
})

test('DMARC takes domains of one organization, or the very same where the record asks for it', async () => {
  const spf = { sender: 'b@mail.shop.example', clientAddress: '192.0.2.1' }
  const dmarc = async (raw: string, claims: Partial<Claims> = {}) => (await check(raw, claims)).dmarc
  expect(await dmarc(mail(), spf)).toEqual({ result: 'pass', domain: 'shop.example', policy: 'reject' })
  expect(await dmarc(mail('a@mail.shop.example'), spf)).toMatchObject({
    result: 'pass',
    policy: 'quarantine',
  })
  expect(await dmarc(mail('a@none.shop.example'), spf)).toMatchObject({ result: 'pass', policy: 'none' })
  expect(await dmarc(mail('a@MAIL.shop.example'))).toEqual({
    result: 'fail',
    domain: 'mail.shop.example',
    policy: 'quarantine',
  })
  expect(await dmarc(await own(mail(), 'other.example'))).toMatchObject({ result: 'fail', policy: 'reject' })

  const strict = mail('a@strict.example')
  const fromBelow = { sender: 'b@mail.strict.example', clientAddress: '192.0.2.1' }
  expect(await dmarc(strict, fromBelow)).toMatchObject({ result: 'fail', policy: 'quarantine' })
  expect(await dmarc(strict, { ...fromBelow, sender: 'b@strict.example' })).toMatchObject({ result: 'pass' })
  expect(await dmarc(await own(strict, 'mail.strict.example'))).toMatchObject({ result: 'fail' })
  expect(await dmarc(await own(strict, 'strict.example'))).toMatchObject({ result: 'pass' })
})

test('DMARC where there is no policy, no answer, or no one sender', async () => {
  const dmarc = async (raw: string, claims: Partial<Claims> = {}) => (await check(raw, claims)).dmarc
  const none = { result: 'none', domain: 'other.example', policy: null }
  expect(await dmarc(await own(mail('a@other.example'), 'other.example'))).toEqual(none)
  expect(await dmarc(mail('a@twice.example'))).toMatchObject({ result: 'none', policy: null })
  expect(await dmarc(mail('a@illpolicy.example'))).toMatchObject({ result: 'temperror', policy: null })
  expect(await dmarc(mail('a@ill.example'), { sender: 'a@ill.example' })).toMatchObject({
    result: 'temperror',
    policy: 'none',
  })
  const nobody = { result: 'permerror', domain: null, policy: null }
  expect(await dmarc(mail(), { from: [] })).toEqual(nobody)
  expect(await dmarc(mail(), { from: ['a@shop.example', 'b@shop.example'] })).toEqual(nobody)
  expect(await dmarc(mail('not an address'))).toEqual(nobody)
  expect(await dmarc(`From: <b@shop.example>\r\n${mail()}`)).toEqual(nobody)
  expect(await dmarc(mail().replace('From:', 'X-From:'))).toEqual(nobody)
  const huge = await check(`${'X: y\r\n'.repeat(60_000)}${await own(mail())}`)
  expect([huge.dkim, huge.dmarc]).toEqual([[], nobody])
})

test('where the DNS is silent for too long, what it would have said is not known', async () => {
  const raw = await own(mail('a@silent.example'), 'silent.example')
  const read = await readSigned(raw)
  const claims = { sender: 'a@silent.example', clientAddress: '192.0.2.1', helo: 'x', mail: read }
  expect(await authenticate({ ...claims, from: ['a@silent.example'] }, resolver, 20)).toEqual({
    spf: { result: 'temperror', domain: 'silent.example' },
    dkim: [{ result: 'temperror', domain: 'silent.example', selector: 'k1' }],
    dmarc: { result: 'temperror', domain: 'silent.example', policy: null },
  })
})

test('what takes others long to read', async () => {
  const fields = ['a:'.repeat(100_000), ';'.repeat(200_000), ' \r\n'.repeat(60_000), 'h=a; '.repeat(40_000)]
  for (const field of fields) {
    const tags = 'v=1; a=rsa-sha256; d=shop.example; s=k1; h=from; bh=x; b=x'
    const raw = `DKIM-Signature: ${tags}${field}\r\n${mail()}`
    expect((await readSigned(raw))?.signatures).toHaveLength(1)
  }
})
