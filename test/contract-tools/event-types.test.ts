import { expect, test } from 'vitest'
import type { Node } from '../../scripts/contract/document.js'
import { eventTypeFindings, formatFindings } from '../../scripts/contract/event-types.js'
import { files, readJson } from '../../scripts/contract/files.js'

/** The contract as it is, to be spoilt. */
interface Contract {
  webhooks: Record<string, object>
  components: {
    schemas: Record<string, object> & {
      EventType: { enum: string[] }
      SubscribableEventType: { enum: string[] }
      KnownEvent: { oneOf: unknown[]; discriminator: { mapping: Record<string, string> } }
      Window: { properties: Record<string, object> }
    }
  }
}

const spoilt = (spoil: (contract: Contract) => void): Node => {
  const contract = readJson(files.contract) as Contract
  spoil(contract)
  return contract as unknown as Node
}
const schemas = '#/components/schemas'

test('every list of the contract has every type of event, and every number a format', () => {
  const contract = spoilt(() => undefined)
  expect([...eventTypeFindings(contract), ...formatFindings(contract)]).toEqual([])
})

test('a type of event that is new is missing everywhere else', () => {
  const contract = spoilt(({ components }) => components.schemas.EventType.enum.push('message.forwarded'))
  expect(eventTypeFindings(contract)).toEqual(
    [
      '#/webhooks',
      `${schemas}/SubscribableEventType`,
      `${schemas}/KnownEvent/oneOf`,
      `${schemas}/KnownEvent/discriminator/mapping`,
    ].map((place) => ({ rule: 'event-type-missing', place, message: 'It lacks message.forwarded.' })),
  )
})

test.each<[string, (contract: Contract) => void, string[]]>([
  [
    'is not subscribable',
    ({ components }) => components.schemas.SubscribableEventType.enum.splice(1, 1),
    [`${schemas}/SubscribableEventType`],
  ],
  [
    'is subscribable and must not be',
    ({ components }) => components.schemas.SubscribableEventType.enum.push('webhook.test'),
    [`${schemas}/SubscribableEventType`],
  ],
  ['has no webhook', ({ webhooks }) => delete webhooks['message.failed'], ['#/webhooks']],
  [
    'has the webhook of another',
    ({ webhooks }) => Object.assign(webhooks, { 'message.failed': webhooks['message.bounced'] }),
    ['#/webhooks/message.failed'],
  ],
  [
    'is not in the union',
    ({ components }) => components.schemas.KnownEvent.oneOf.pop(),
    [`${schemas}/KnownEvent/oneOf`],
  ],
  [
    'is mapped to another',
    ({ components: { schemas } }) =>
      Object.assign(schemas.KnownEvent.discriminator.mapping, {
        'message.failed': '#/components/schemas/MessageBouncedEvent',
      }),
    [`${schemas}/KnownEvent/discriminator/mapping/message.failed`],
  ],
])('a type that %s is found', (_name, spoil, places) => {
  expect([...new Set(eventTypeFindings(spoilt(spoil)).map(({ place }) => place))]).toEqual(places)
})

test('a number without a format is found', () => {
  const contract = spoilt(({ components }) =>
    Object.assign(components.schemas.Window.properties, { days: { type: ['integer', 'null'] } }),
  )
  expect(formatFindings(contract).map(({ place }) => place)).toEqual([`${schemas}/Window/properties/days`])
})
