// The unions of all events, which `event["type"]` narrows.
import { schemaName } from './contract.mjs'

/** The type of `type` in an event of an unknown type: for type checkers, it differs from every text. */
export const NEWER_TYPE = 'Literal[_NewerType.ANY]'

/** Returns the lines that the class of unknown events refers to. */
export function newerTypeLines() {
  return [
    '',
    'class _NewerType(Enum):',
    '    """Never there at run time, where the type of an event is a text."""',
    '',
    '    ANY = "a type of event that is newer than this package"',
    '',
  ]
}

/** The docstring of `UnknownEvent`. */
export const UNKNOWN_EVENT = `An event of a type that is newer than this package: version 1 of the API can gain types.

At run time \`type\` is any text. For type checkers it differs from every known one, so that
\`event["type"] == "message.bounced"\` leaves one class of event, a misspelt type is an error, and \`else\` gets
\`UnknownEvent\`. \`str(event["type"])\` is a text for them, too.`

/** The unions of events. */
export function eventDefinitions({ contract, events }) {
  const returned = (contract.components.schemas.KnownEvent?.oneOf ?? [])
    .map(schemaName)
    .filter((name) => !events.some((event) => event.name === name))
  return [
    {
      name: 'KnownEvent',
      type: events.map(({ name }) => name).join(' | '),
      doc: 'An event of a type that this version of the package knows: `type` decides on the shape of `data`.',
    },
    {
      name: 'WebhookEvent',
      type: events.length > 0 ? 'KnownEvent | UnknownEvent' : 'UnknownEvent',
      doc: 'An event, as webhooks deliver it.',
    },
    {
      name: 'Event',
      type: ['WebhookEvent', ...returned].join(' | '),
      doc: 'An event, as the API returns it. An API key gets `inbound.received` with ids alone.',
    },
  ]
}
