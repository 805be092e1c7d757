import { expect, test } from 'vitest'
import type { Node } from '../../scripts/contract/document.js'
import { files, readJson } from '../../scripts/contract/files.js'
import { listFindings } from '../../scripts/contract/lists.js'

/** The contract as it is, to be spoilt. */
interface Contract {
  paths: Record<'/v1/messages' | '/v1/users', { get: { parameters: { $ref: string }[] } }>
  components: {
    schemas: Record<'MessageList' | 'UserList', { properties: Record<string, object> }>
  }
}

const findingsOf = (spoil: (contract: Contract) => void) => {
  const contract = readJson(files.contract) as Contract
  spoil(contract)
  return listFindings(contract as unknown as Node)
}
const [messages, users] = ['#/paths/~1v1~1messages/get', '#/paths/~1v1~1users/get']

test('every list of the contract takes what lists take, and has a window where its since is clamped', () => {
  expect(findingsOf(() => undefined)).toEqual([])
})

test.each(['limit', 'since', 'until', 'cursor'])('a list that does not take %s is found', (name) => {
  const at = ['limit', 'since', 'until', 'cursor'].indexOf(name)
  const findings = findingsOf(({ paths }) => paths['/v1/users'].get.parameters.splice(at, 1))
  expect(findings).toEqual([{ rule: 'list-parameter', place: users, message: `It does not take ${name}.` }])
})

test('a list that takes nothing is found', () => {
  const findings = findingsOf(({ paths }) => Reflect.deleteProperty(paths['/v1/users'].get, 'parameters'))
  expect(findings.map(({ rule, place }) => [rule, place])).toEqual(
    Array.from({ length: 4 }, () => ['list-parameter', users]),
  )
})

test('a clamped since without a window is found, and a window without a clamped since', () => {
  const withoutWindow = findingsOf(({ components }) =>
    Reflect.deleteProperty(components.schemas.MessageList.properties, 'window'),
  )
  expect(withoutWindow).toEqual([
    { rule: 'list-window', place: messages, message: 'Its since is clamped: answer window.' },
  ])
  const unclamped = findingsOf(({ components }) =>
    Object.assign(components.schemas.UserList.properties, { window: {} }),
  )
  expect(unclamped).toEqual([
    { rule: 'list-window', place: users, message: 'It answers window: clamp its since.' },
  ])
})
