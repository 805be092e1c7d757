import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDmarcRecord } from '../../../server/mail/dmarc/parse.js'
import { nextStage, stageOf, type DmarcStage } from '../../../server/mail/dmarc/stage.js'
import { recordForStage } from '../../../server/mail/dmarc/write.js'

const reportAddress = 'dmarc@bounce.postseal.example'
const stages: DmarcStage[] = ['monitor', 'quarantine_testing', 'quarantine', 'reject_testing', 'reject']

/** Lists the flaws of a record, as `code what`. */
const flawsOf = (text: string) => parseDmarcRecord(text).flaws.map(({ code, what }) => `${code} ${what}`)

describe('a DMARC record', () => {
  test('has the defaults of RFC 9989, section 4.7', () => {
    expect(parseDmarcRecord('v=DMARC1; p=none; rua=mailto:dmarc-feedback@example.com')).toEqual({
      ok: true,
      p: 'none',
      sp: undefined,
      np: undefined,
      testing: false,
      psd: 'u',
      adkim: 'r',
      aspf: 'r',
      fo: '0',
      rua: ['dmarc-feedback@example.com'],
      ruf: [],
      flaws: [],
    })
  })

  test('says what its tags say (RFC 9989, appendix B)', () => {
    const text =
      'v=DMARC1; p=quarantine; sp=reject; np=none; t=y; psd=n; adkim=s; aspf=s; fo=1:d:s; ' +
      'rua=mailto:dmarc-feedback@example.com,mailto:tld-test@thirdparty.example.net!10m; ' +
      'ruf=mailto:auth@example.com'
    expect(parseDmarcRecord(text)).toMatchObject({
      ok: true,
      p: 'quarantine',
      sp: 'reject',
      np: 'none',
      testing: true,
      psd: 'n',
      adkim: 's',
      aspf: 's',
      fo: '1:d:s',
      rua: ['dmarc-feedback@example.com', 'tld-test@thirdparty.example.net'],
      ruf: ['auth@example.com'],
      flaws: [],
    })
  })

  test.each([
    'V = DMARC1 ;P=Reject;',
    'v=DMARC1;p=reject',
    'v=DMARC1; p=reject ; ; future=anything goes',
    'v=DMARC1\t;\tp\t=\tREJECT\t;\t',
  ])('may be written as %j', (text) => {
    expect(parseDmarcRecord(text)).toMatchObject({ ok: true, p: 'reject', flaws: [] })
  })

  test.each([
    'v=dmarc1; p=none',
    ' v=DMARC1; p=none',
    'p=none; v=DMARC1',
    'v=DMARC1 p=none',
    'v=DMARC10; p=none',
    '',
  ])('is not what begins as %j', (text) => {
    expect(parseDmarcRecord(text)).toEqual({ ok: false, psd: 'u', flaws: [] })
  })

  test.each([
    ['v=DMARC1; p=nonsense', 'policy_invalid p'],
    ['v=DMARC1', 'policy_missing p'],
    ['v=DMARC1; p=reject; sp=rejekt', 'policy_invalid sp'],
    ['v=DMARC1; p=reject; np=1', 'policy_invalid np'],
    ['v=DMARC1; p=reject adkim=s', 'missing_semicolon p'],
  ])(
    'without a valid policy counts for nothing, or as p=none where it asks for reports: %s',
    (text, flaw) => {
      expect(parseDmarcRecord(text).ok).toBe(false)
      expect(flawsOf(text)).toEqual([flaw])
      const asking = `${text}; rua=mailto:a@example.com`
      expect(parseDmarcRecord(asking)).toMatchObject({ ok: true, p: 'none', sp: undefined, np: undefined })
      expect(parseDmarcRecord(`${text}; rua=a@example.com`).ok).toBe(false)
    },
  )

  test.each([
    ['v=DMARC1; p=none; p=reject', 'duplicate_tag p'],
    ['v=DMARC1; p=none; v=DMARC1', 'duplicate_tag v'],
    ['v=DMARC1; p=none; pct=50', 'obsolete_tag pct'],
    ['v=DMARC1; p=none; rf=afrf; ri=3600', 'obsolete_tag rf,obsolete_tag ri'],
    ['v=DMARC1; p=none; t=yes', 'invalid_value t'],
    ['v=DMARC1; p=none; psd=x', 'invalid_value psd'],
    ['v=DMARC1; p=none; adkim=strict', 'invalid_value adkim'],
    ['v=DMARC1; p=none; aspf=relaxed', 'invalid_value aspf'],
    ['v=DMARC1; p=none; fo=2', 'invalid_value fo'],
    ['v=DMARC1; p=none; rua=a@example.com', 'invalid_uri rua'],
    ['v=DMARC1; p=none; rua=mailto:a@example.com ruf=mailto:b@example.com', 'missing_semicolon rua'],
    ['v=DMARC1; p=none; hello', 'malformed hello'],
    ['v=DMARC1; p=none; adkim=', 'malformed adkim='],
  ])('goes on without what is broken: %s', (text, flaws) => {
    expect(parseDmarcRecord(text)).toMatchObject({ ok: true, p: 'none', testing: false, adkim: 'r' })
    expect(flawsOf(text).join(',')).toBe(flaws)
  })

  test('is read whatever it is', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1')),
      fc.constantFrom('v=DMARC1', ';', 'p=reject', 'rua=mailto:%E0@x.example', 'sp', '=', ';constructor=x;'),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        parseDmarcRecord(pieces.join(''))
        expect(stageOf(`v=DMARC1;p=none;${pieces.join('')}`, 'a.example', 'a.example')).not.toBe(undefined)
      }),
    )
  })
})

describe('the stage', () => {
  test.each([
    ['v=DMARC1; p=none', 'monitor'],
    ['v=DMARC1; p=none; t=y', 'monitor'],
    ['v=DMARC1; p=quarantine; t=y', 'quarantine_testing'],
    ['v=DMARC1; p=quarantine; sp=reject', 'quarantine'],
    ['v=DMARC1; p=reject; t=y', 'reject_testing'],
    ['v=DMARC1; p=reject; t=n; pct=10', 'reject'],
    ['v=DMARC1; rua=mailto:a@example.com', 'monitor'],
    ['v=DMARC1', null],
  ])('of %s is %s', (record, stage) => {
    expect(stageOf(record, 'shop.example', 'shop.example')).toBe(stage)
  })

  test('of a domain below the record is that of sp', () => {
    expect(stageOf('v=DMARC1; p=reject; sp=quarantine; t=y', 'a.shop.example', 'shop.example')).toBe(
      'quarantine_testing',
    )
    expect(stageOf('v=DMARC1; p=reject', 'a.shop.example', 'shop.example')).toBe('reject')
  })

  test('goes up step by step', () => {
    expect([null, ...stages].map(nextStage)).toEqual([...stages, null])
  })
})

describe('the record to publish', () => {
  test('begins as one that only asks for reports', () => {
    expect(recordForStage('monitor', { reportAddress })).toBe(
      'v=DMARC1; p=none; rua=mailto:dmarc@bounce.postseal.example',
    )
    expect(recordForStage('monitor', { reportAddress, current: 'v=dmarc1; p=reject' })).toBe(
      'v=DMARC1; p=none; rua=mailto:dmarc@bounce.postseal.example',
    )
  })

  test('keeps what the owner has, without what receivers no longer or never understood', () => {
    const current =
      'v=DMARC1; p=none; pct=20; rf=afrf; ri=86400; sp=none; adkim=s; aspf=relaxed; fo=1; ' +
      'rua=mailto:me@shop.example!10m,you@shop.example,https://shop.example/; ' +
      'ruf=mailto:ruf@shop.example; x=1; junk'
    expect(recordForStage('quarantine_testing', { reportAddress, current })).toBe(
      'v=DMARC1; p=quarantine; t=y; sp=none; adkim=s; fo=1; ' +
        'rua=mailto:me@shop.example!10m,mailto:you@shop.example,mailto:dmarc@bounce.postseal.example; ' +
        'ruf=mailto:ruf@shop.example; x=1',
    )
  })

  test('ends the testing, and names our address once', () => {
    const current = 'v=DMARC1; p=quarantine; t=y; psd=n; np=reject; rua=mailto:DMARC@bounce.postseal.example'
    expect(recordForStage('quarantine', { reportAddress, current })).toBe(
      'v=DMARC1; p=quarantine; psd=n; np=reject; rua=mailto:DMARC@bounce.postseal.example',
    )
  })

  test('takes no time of others, however many tags are broken', () => {
    const current = `v=DMARC1;${Array.from({ length: 20_000 }, (_, index) => `sp=${index};x${index}=1`).join(';')}`
    const begun = process.cpuUsage()
    expect(recordForStage('monitor', { reportAddress, current })).toContain('x19999=1')
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(1000)
  })

  test('is of its stage whatever was there, and asks for our reports', () => {
    const tag = fc.tuple(
      fc.constantFrom(
        'p',
        'sp',
        'np',
        't',
        'psd',
        'adkim',
        'aspf',
        'fo',
        'rua',
        'ruf',
        'pct',
        'v',
        'new',
        'constructor',
      ),
      fc.oneof(
        fc.constantFrom('none', 'reject', 'y', 'n', 's', '1', 'a@b.example', 'mailto:a@b.example'),
        fc.string(),
      ),
    )
    fc.assert(
      fc.property(fc.array(tag), fc.constantFrom(...stages), (tags, stage) => {
        const current = ['v=DMARC1', ...tags.map(([name, value]) => `${name}=${value}`)].join(';')
        const record = recordForStage(stage, { current, reportAddress })
        expect(stageOf(record, 'a.example', 'a.example')).toBe(stage)
        expect(parseDmarcRecord(record)).toMatchObject({ ok: true, flaws: [] })
        expect(record).toContain(`mailto:${reportAddress}`)
        expect(recordForStage(stage, { current: record, reportAddress })).toBe(record)
      }),
    )
  })
})
