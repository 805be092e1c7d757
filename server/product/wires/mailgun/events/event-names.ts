import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import { messageTypes as types, type AboutMessage } from '../../../webhooks/formats/mailgun/event-of.js'

type Type = AboutMessage['type']

const permanent = ['message.bounced', 'message.failed', 'message.suppressed'] as const
const temporary = ['message.deferred'] as const
/** The types of events by Mailgun's names. */
const byName: ReadonlyMap<string, readonly Type[]> = new Map<string, readonly Type[]>([
  ['accepted', ['message.accepted']],
  ['delivered', ['message.delivered']],
  ['failed', [...permanent, ...temporary]],
  ['complained', ['message.complained']],
  ['opened', ['message.opened']],
  ['clicked', ['message.clicked']],
])

/**
 * Returns the types of the events that a list is asked for.
 *
 * @param names Mailgun's names, with ` OR ` between them; undefined for all events
 * @throws ApiError 422 `validation_failed` for a name that the service has no events for
 */
export function typesOf(names: string | undefined, severity: 'permanent' | 'temporary' | undefined): Type[] {
  const asked =
    names === undefined
      ? [...types]
      : names.split(/\s+OR\s+/).flatMap((name) => {
          const found = byName.get(name.trim())
          if (found !== undefined) return found
          const known = [...byName.keys()].join(', ')
          throw refusedValue('/query/event', 'enum', `must be some of ${known}, with OR between them`)
        })
  if (severity === undefined) return asked
  const ofSeverity: readonly Type[] = severity === 'permanent' ? permanent : temporary
  return asked.filter((type) => ofSeverity.includes(type))
}
