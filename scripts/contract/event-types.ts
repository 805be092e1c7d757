import { isNode, resolved, walk, type Node } from './document.js'
import type { Finding } from './finding.js'

/** The name that subscribes to every event, and the event type that is not open to subscriptions. */
const everything = '*'
const test = 'webhook.test'

const at = (name: string) => `#/components/schemas/${name}`

/**
 * Finds event types that are in one list but not in another. Compares with `EventType`: the webhooks and their schemas,
 * the subscribable event types, and the union of all events with its mapping.
 */
export function eventTypeFindings(contract: Node): Finding[] {
  const types = listOf(resolved(contract, { $ref: at('EventType') })['enum'])
  const webhooks = isNode(contract['webhooks']) ? contract['webhooks'] : {}
  const union = resolved(contract, { $ref: at('KnownEvent') })
  const discriminator = resolved(contract, union['discriminator'])
  const mapping = isNode(discriminator['mapping']) ? discriminator['mapping'] : {}

  const compare = (place: string, found: readonly string[], wanted = types): Finding[] => [
    ...wanted
      .filter((type) => !found.includes(type))
      .map((type) => ({ rule: 'event-type-missing', place, message: `It lacks ${type}.` })),
    ...found
      .filter((type) => !wanted.includes(type))
      .map((type) => ({ rule: 'event-type-unknown', place, message: `${type} is no such type.` })),
  ]
  return [
    ...compare('#/webhooks', Object.keys(webhooks)),
    ...Object.entries(webhooks).flatMap(([type, webhook]) =>
      compare(`#/webhooks/${type}`, [typeOf(contract, payloadOf(contract, webhook))], [type]),
    ),
    ...compare(
      at('SubscribableEventType'),
      listOf(resolved(contract, { $ref: at('SubscribableEventType') })['enum']),
      [everything, ...types.filter((type) => type !== test)],
    ),
    ...compare(
      `${at('KnownEvent')}/oneOf`,
      listOf(union['oneOf']).map((schema) => typeOf(contract, schema)),
    ),
    ...compare(`${at('KnownEvent')}/discriminator/mapping`, Object.keys(mapping)),
    ...Object.entries(mapping).flatMap(([type, $ref]) =>
      compare(`${at('KnownEvent')}/discriminator/mapping/${type}`, [typeOf(contract, { $ref })], [type]),
    ),
  ]
}

/** Finds numbers without a format. Generators assume 32 bits for them, which is too small for some of the values. */
export function formatFindings(contract: Node): Finding[] {
  return [...walk(contract)]
    .filter(({ node }) => [node['type']].flat().some((type) => type === 'integer' || type === 'number'))
    .filter(({ node }) => node['format'] === undefined)
    .map(({ place }) => ({ rule: 'number-without-format', place, message: 'Say int32, int64 or double.' }))
}

function listOf<T = string>(value: unknown): T[] {
  return Array.isArray(value) ? (value as T[]) : []
}

/** The schema of a webhook's body. */
function payloadOf(contract: Node, webhook: unknown): unknown {
  const names = ['post', 'requestBody', 'content', 'application/json', 'schema']
  return names.reduce<unknown>((node, name) => resolved(contract, node)[name], webhook)
}

/** The event type that a schema describes. */
function typeOf(contract: Node, schema: unknown): string {
  const { properties } = resolved(contract, schema)
  const type = isNode(properties) ? resolved(contract, properties['type']) : {}
  return String(type['const'])
}
