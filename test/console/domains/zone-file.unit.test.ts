import { expect, test } from 'vitest'
import { stringsOf, zoneFilesOf } from '../../../console/screens/domains/records/zone-file.js'
import type { components } from '../../../generated/api-types.js'

type Domain = components['schemas']['Domain']
type DomainRecord = components['schemas']['DomainRecord']

function record(fields: Partial<DomainRecord>): DomainRecord {
  return {
    kind: 'dkim',
    need: 'required',
    type: 'TXT',
    name: 'ps1._domainkey.shop.example',
    selector: null,
    expected: 'v=DKIM1; p=abc',
    found: [],
    status: 'missing',
    problem: null,
    advice: null,
    ...fields,
  }
}

const returnPath = record({
  kind: 'return_path_mx',
  type: 'MX',
  name: 'bounce.postseal.example',
  expected: '10 mail.postseal.example',
})

const filesOf = (...records: DomainRecord[]) =>
  zoneFilesOf({ name: 'shop.example', records } as unknown as Domain)

test('a text beyond 255 octets is written as several strings, which are the text when joined', () => {
  const text = 'x'.repeat(255) + 'y'.repeat(200)
  expect(stringsOf(text)).toEqual([`"${'x'.repeat(255)}"`, `"${'y'.repeat(200)}"`])
  expect(stringsOf('a "b" \\c')).toEqual(['"a \\"b\\" \\\\c"'])
})

test('what stands below the return path is another zone', () => {
  expect(filesOf(record({}), returnPath)).toEqual([
    {
      zone: 'shop.example',
      isOperators: false,
      text: 'ps1._domainkey.shop.example. 3600 IN TXT "v=DKIM1; p=abc"\n',
    },
    {
      zone: 'bounce.postseal.example',
      isOperators: true,
      text: 'bounce.postseal.example. 3600 IN MX 10 mail.postseal.example.\n',
    },
  ])
})

test('the own return path is an alias in the zone of the domain', () => {
  const own = {
    kind: 'return_path',
    type: 'CNAME',
    name: 'bounces.shop.example',
    expected: 'bounce.postseal.example',
  }
  expect(filesOf(record(own as Partial<DomainRecord>))).toMatchObject([
    { zone: 'shop.example', text: 'bounces.shop.example. 3600 IN CNAME bounce.postseal.example.\n' },
  ])
})

test('what is found is left out, as long as something is missing', () => {
  const found = record({ name: 'ps2._domainkey.shop.example', status: 'ok' })
  expect(filesOf(found, record({}))[0]?.text).not.toContain('ps2')
  expect(filesOf(found)[0]?.text).toContain('ps2')
})
