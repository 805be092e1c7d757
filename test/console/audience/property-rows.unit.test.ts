import { expect, test } from 'vitest'
import {
  checkRows,
  mistakeInRow,
  propertiesOf,
  rowsOf,
} from '../../../console/screens/contacts/properties/property-rows.js'

const row = (name: string, value: string, type: 'string' | 'number' | 'boolean' = 'string') => ({
  name,
  type,
  value,
})

test('rows become properties of their types, and rows of nothing are left out', () => {
  const rows = [
    row(' plan ', 'pro'),
    row('seats', '5', 'number'),
    row('trial', 'false', 'boolean'),
    row('', ''),
  ]
  expect(propertiesOf(rows)).toEqual({ plan: 'pro', seats: 5, trial: false })
  expect(propertiesOf([row('plan', '')])).toEqual({ plan: '' })
})

test('what was changed is sent, a property without a row as null, and the others not at all', () => {
  const before = { plan: 'pro', seats: 5, trial: true }
  expect(propertiesOf(rowsOf(before), before)).toEqual({})
  const kept = rowsOf(before).filter(({ name }) => name !== 'seats')
  expect(propertiesOf([...kept, row('city', 'Turin')], before)).toEqual({ seats: null, city: 'Turin' })
  expect(propertiesOf([row('seats', '5')], { seats: 5 })).toEqual({ seats: '5' })
})

test('what the contract refuses is said at the row', () => {
  const said = (...rows: readonly ReturnType<typeof row>[]) => mistakeInRow(rows[0] ?? row('', ''), rows)
  expect(said(row('plan', 'pro'))).toBeUndefined()
  expect(said(row('', ''))).toBeUndefined()
  expect(said(row('', 'pro'))).toMatch(/needs a name/)
  expect(said(row('1plan', 'pro'))).toMatch(/letter/)
  expect(said(row('p'.repeat(65), 'pro'))).toMatch(/letter/)
  expect(said(row('plan', 'pro'), row('plan', 'free'))).toMatch(/twice/)
  expect(said(row('seats', 'many', 'number'))).toMatch(/not a number/)
  expect(said(row('seats', '', 'number'))).toMatch(/not a number/)
  expect(said(row('note', '😀'.repeat(1000)))).toBeUndefined()
  expect(said(row('note', 'n'.repeat(1001)))).toMatch(/1000/)
  expect(() => checkRows([row('seats', 'many', 'number')])).toThrow(/seats/)
})
