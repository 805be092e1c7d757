import { expect, test } from 'vitest'
import {
  columnsOf,
  mistakeIn,
  readBeginning,
  type Target,
} from '../../../console/screens/contact-imports/columns.js'
import { contactFormat } from '../../../server/product/programs/contact-imports/columns.js'

/** Returns the targets that the service gives the columns of a first line, if a request says this of them. */
const served = (headers: readonly string[], said: readonly string[] = []) =>
  contactFormat(said).named(headers)?.targets

const text = ({ kind, property }: Target) =>
  kind.startsWith('properties.') ? `properties.${property}:${kind.slice('properties.'.length)}` : kind

const begun = (lines: readonly string[], isWhole = true) => readBeginning(lines.join('\n'), isWhole)

test('columns are proposed to be for what the service takes them for', () => {
  for (const headers of [
    ['E-mail', 'Full name', 'Plan', 'Company size', 'Unsubscribed at'],
    ['Mail address', 'Given name', 'Surname', 'consent at', 'consent_source', 'Consent.IP'],
    ['id', 'project_id', 'environment', 'email', 'name', 'properties', 'created_at', 'updated_at'],
    ['email', 'id', '', "'=total", 'Stadt/Ort'],
    ['id', 'project_id', 'environment', 'email', 'topics', 'created_at', 'updated_at'],
    ['email', 'topics', 'constructor', 'valueOf'],
    ['First Name', 'Primary Email', 'Prénom', 'Größe', 'Grüße', 'Straße'],
    ['Name', 'E-mail 1 - Type', 'E-mail 1 - Value', 'E-mail 2 - Value'],
    ['Vorname', 'E-Mail-Adresse'],
    ['Nom', 'Adresse e-mail', 'Courriel'],
    ['Primary Email', 'Email'],
  ]) {
    const { columns } = begun([headers.join(','), 'ada@example.com'])
    expect(columns.map(({ usual }) => text(usual))).toEqual(served(headers))
    expect(
      columnsOf(
        columns,
        columns.map(({ usual }) => usual),
      ),
    ).toEqual([])
  }
})

test('what a person says of columns is what the service makes of them', () => {
  const headers = ['Customer', 'Seats', '2nd note', 'Paid']
  const { columns } = begun([headers.join(';'), 'ada@example.com;5;x;yes'])
  const targets: Target[] = [
    { kind: 'email', property: '' },
    { kind: 'properties.number', property: 'seats' },
    { kind: 'ignore', property: '' },
    { kind: 'properties.boolean', property: 'Paid' },
  ]
  // The service refuses a header that is no name of a property, so that it is said to be left alone.
  expect(() => served(headers, ['email=Customer'])).toThrow()
  expect(served(headers, columnsOf(columns, targets))).toEqual(targets.map(text))
})

test('a file of addresses alone has one column, and a row that is cut is not shown', () => {
  const { columns, isBare } = begun(['ada@example.com', 'grace@example.com', 'mar'], false)
  expect(isBare).toBe(true)
  expect(columns).toMatchObject([
    { header: '', usual: { kind: 'email' }, values: ['ada@example.com', 'grace@example.com'] },
  ])
})

test('what the service would refuse is said before', () => {
  const of = (...kinds: readonly Target['kind'][]) => kinds.map((kind) => ({ kind, property: 'plan' }))
  expect(mistakeIn(of('name'), false)).toMatch('column with the addresses')
  expect(mistakeIn(of('email', 'email'), false)).toMatch('Two columns')
  expect(mistakeIn(of('email', 'properties.text', 'properties.number'), false)).toMatch('property plan')
  expect(mistakeIn(of('email', 'consent_at'), true)).toMatch('Consent: where')
  expect(mistakeIn([...of('email'), { kind: 'properties.text', property: '2nd' }], false)).toMatch('2nd')
  expect(mistakeIn(of('email', 'properties.text', 'ignore', 'ignore'), false)).toBeUndefined()
})

test('headers of other programs and languages name the address, and no two letters become one', () => {
  expect(served(['Primary Email', 'Prénom', 'Größe', 'Grüße', 'Straße', 'Æblé', 'Łódź'])).toEqual([
    'email',
    'properties.prenom:text',
    'properties.grosse:text',
    'properties.grusse:text',
    'properties.strasse:text',
    'properties.aeble:text',
    'properties.lodz:text',
  ])
  for (const header of [
    'E-mail 1 - Value',
    'E-Mail-Adresse',
    'Adresse e-mail',
    'Adresse électronique',
    'Correo Electrónico',
  ])
    expect(served([header, 'x'])).toEqual(['email', 'properties.x:text'])
  expect(served(['Email', 'Primary Email'])).toEqual(['email', 'properties.primary_email:text'])
  expect(() => served(['email', 'Größe', 'grosse'])).toThrow()
})

test.each(['sep=;', '"sep=;"', 'SEP=;', '\ufeffsep=;', 'sep=;;'])(
  'a first line %j says what separates',
  (line) => {
    const { delimiter, columns } = begun([line, 'Email;Name, first', 'ada@example.com;Ada'])
    expect(delimiter).toBe(';')
    expect(columns.map(({ header }) => header)).toEqual(['Email', 'Name, first'])
  },
)
