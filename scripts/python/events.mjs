// The union of all events, which `event["type"]` narrows.
import { docstring } from './docs.mjs'

export function eventLines({ events }) {
  return [
    '',
    'KnownEvent = (',
    ...events.map(({ name }, index) => `    ${index > 0 ? '| ' : ''}${name}`),
    ')',
    ...docstring('An event of a type that this version of the package knows.', ''),
    '',
    'WebhookEvent = KnownEvent',
    'Event = WebhookEvent',
  ]
}
