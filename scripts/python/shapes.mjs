// Decides which schemas become types, and in which shape: that of requests, that of replies, or both.
import { eventsOf, isObject, operationsOf, reachedFrom, resolved, schemaName } from './contract.mjs'

/** Schemas that requests and replies share, and that stay in the shape of requests: what was read can be sent again. */
const ROUND_TRIP = /^(Automation|Segment)/

/** Schemas that requests and replies share, in two shapes: the name of the reply's. */
const SPLIT = { AutomationSender: 'AutomationVersionSender' }

/** Schemas that are written by hand: see events.mjs. */
const BY_HAND = new Set(['Event', 'KnownEvent', 'OtherEvent'])

/**
 * Returns everything there is to write: the classes and unions of schemas with the shape of each, `nameIn` to refer
 * to one from a shape, the operations, the events, and the messages that take addresses and the sender in one.
 */
export function shapesOf(contract) {
  const operations = operationsOf(contract)
  const events = eventsOf(contract)
  const requests = reachedFrom(contract, [
    ...operations.map(({ request }) => request),
    ...operations.flatMap(({ query }) => query),
  ])
  const replies = reachedFrom(contract, [
    ...operations.map(({ reply }) => reply),
    ...events.map(({ media }) => media),
  ])
  const { schemas } = contract.components
  const isShared = (name) => requests.has(name) && replies.has(name)
  const names = Object.keys(schemas).filter((name) => requests.has(name) || replies.has(name))
  return {
    contract,
    operations,
    events,
    nameIn: (name, shape) => (shape === 'reply' && SPLIT[name]) || name,
    definitions: names
      .filter((name) => !BY_HAND.has(name))
      .flatMap((name) => {
        const define = (shape) => ({ name, shape, schema: schemas[name] })
        if (SPLIT[name] !== undefined) return [define('request'), define('reply')]
        if (!isShared(name)) return [define(requests.has(name) ? 'request' : 'reply')]
        return [{ ...define('request'), alsoReply: !ROUND_TRIP.test(name) }]
      }),
  }
}

/** Returns true if a request has the sender and addresses of a mail, which the client takes in several forms. */
export function isMail({ contract }, { properties = {} }) {
  return 'from_email' in properties && Object.values(properties).some((field) => isAddresses(contract, field))
}

/** Returns true if a schema is a list of addresses with names. */
export function isAddresses(contract, schema) {
  const { items } = resolved(contract, schema)
  return schemaName(items) === 'NamedAddress'
}

/** The objects within an object that have no name of their own, and would be called by it and their field. */
export function unnamedIn({ properties = {} }) {
  return Object.entries(properties).filter(([, field]) => field.$ref === undefined && isObject(field))
}
