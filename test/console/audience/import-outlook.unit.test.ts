import { expect, test } from 'vitest'
import { keepFile, valuesIn } from '../../../console/screens/contact-imports/kept-files.js'
import { lookThrough } from '../../../console/screens/contact-imports/look-through.js'
import { readBeginning, type ChosenFile } from '../../../console/screens/contact-imports/columns.js'

/** A file of contacts before and after its import, as the page reads it. */

const chosen = (text: string): ChosenFile => {
  const found = readBeginning(text, true)
  return { ...found, text, file: new File([text], 'people.csv') }
}
const targetsOf = ({ columns }: ChosenFile) => columns.map(({ first }) => first)

test('a column of amounts is taken for numbers, and one of codes for text', () => {
  const file = chosen('E-mail,Seats,Zip,Note\na@b.example,1,00501,x\nc@d.example,2.5,10115,2\n')
  expect(targetsOf(file).map(({ kind }) => kind)).toEqual([
    'email',
    'properties.number',
    'properties.text',
    'properties.text',
  ])
})

test('the lines of a file are told apart before its import', () => {
  const file = chosen('E-mail,Seats\na@b.example,1\n\nA@b.example,2\nnobody,3\n,4\n')
  expect(lookThrough(file, targetsOf(file))).toEqual({
    lines: 4,
    contacts: 1,
    refused: 2,
    first: [
      { line: 5, column: 'E-mail', value: 'nobody', why: 'This is not an e-mail address.' },
      { line: 6, column: 'E-mail', value: '', why: 'The address is missing.' },
    ],
  })
})

test('a file of addresses alone has no line of names', () => {
  const file = chosen('a@b.example\nc@d.example\n')
  expect(lookThrough(file, targetsOf(file))).toMatchObject({ lines: 2, contacts: 2, refused: 0 })
})

test('a file that is too large is not looked through', () => {
  const file = { ...chosen('a@b.example\n'), text: undefined }
  expect(lookThrough(file, targetsOf(file))).toBeUndefined()
})

test('the value on a refused line is found again, if the file was imported from here', () => {
  const text = 'E-mail;Seats\na@b.example;1\nnobody;three\n'
  keepFile('cim_1', { text, delimiter: ';', headers: ['E-mail', 'Seats'] })
  const valueOf = valuesIn('cim_1', [3])
  expect(valueOf?.(3, 'Seats')).toBe('three')
  expect(valueOf?.(3, null)).toBe('nobody, three')
  expect(valuesIn('cim_2', [3])).toBeUndefined()
})
