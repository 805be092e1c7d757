import { isNode } from '../document.js'
import type { Finding } from '../finding.js'
import type { Example } from './examples.js'

/** Fields that a resource keeps for good, as far as examples show them. */
const kept = [
  'created_at',
  'project_id',
  'environment',
  'message_id',
  'recipient',
  'from_email',
  'from_name',
  'subject',
  'category',
  'event_id',
  'subscription_id',
  'webhook_id',
  'workspace_id',
  'type',
]

/** Examples that tell different things of one: the same id with another time, project or subject. */
export function disagreements(examples: readonly Example[]): Finding[] {
  const told = new Map<string, { readonly value: unknown; readonly place: string }>()
  return examples.flatMap(({ place, value }) =>
    things(value).flatMap((thing) =>
      kept
        .filter((key) => key in thing)
        .flatMap((key) => {
          const name = `${String(thing['id'])} ${key}`
          const before = told.get(name)
          if (before === undefined) told.set(name, { value: thing[key], place })
          if (before === undefined || before.value === thing[key]) return []
          const message = `${name} is ${JSON.stringify(thing[key])}, and ${JSON.stringify(before.value)} at ${before.place}.`
          return [{ rule: 'examples-disagree', place, message }]
        }),
    ),
  )
}

/** Every object with an id within an example. */
function things(value: unknown): Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap(things)
  if (!isNode(value)) return []
  return [...(typeof value['id'] === 'string' ? [value] : []), ...Object.values(value).flatMap(things)]
}
