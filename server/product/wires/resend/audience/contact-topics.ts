import type { components } from '../../../../../generated/api-types.js'
import type { operations } from '../../../../../generated/wires/resend.js'
import type { Calls } from '../../../../../generated/wires/resend-calls.js'
import type { components as resend } from '../../../../../generated/wires/resend.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import { ifFound } from '../../frame/outcomes.js'
import { pageById } from '../../frame/lists/pages.js'
import type { WireOperations, WireService } from '../../frame/wire.js'
import { contactOf } from './contact-of.js'

type Choice = resend['schemas']['TopicChoices'][number]
type Subscription = resend['schemas']['Subscription']

/** A contact's choice of a topic, as this service's operations name the topic. */
interface OwnChoice {
  readonly key: components['schemas']['Topic']['key']
  readonly subscribed: boolean
}

/** The operations of the topics of a contact. */
export const contactTopics = {
  listContactTopics: async ({ path, query }, service) => {
    const { call } = service
    const contact = await contactOf(path.contact_id, service)
    const chosen = await call('retrieveContactTopics', { path: { id: contact.id } })
    const subscribed = new Map(chosen.body.topics.map((topic) => [topic.key, topic.subscribed]))
    const ofProject = async (page: object) =>
      (await call('listTopics', { query: { ...page, project_id: contact.project_id } })).body
    const { data, has_more } = await pageById(query, 'top', ofProject)
    const topics = data.map(({ id, key, name, description, default_subscribed: byDefault }) => ({
      id,
      name,
      description,
      subscription: subscriptionOf(subscribed.get(key) ?? byDefault),
    }))
    return { status: 200, body: { object: 'list', has_more, data: topics } }
  },

  updateContactTopics: async ({ path, body }, service) => {
    const given = Array.isArray(body) ? body : body.topics
    const contact = await contactOf(path.contact_id, service)
    const at = Array.isArray(body) ? '/body' : '/body/topics'
    const choices = await ownChoices(given, { projectId: contact.project_id, at }, service)
    await chooseTopics(contact.id, choices, service)
    return {
      status: 200,
      body: { object: 'contact_topics', id: contact.id, contact_id: contact.id, topics: given },
    }
  },
} satisfies Partial<WireOperations<operations, Calls>>

/**
 * Returns the choices of a request with the keys of their topics.
 *
 * @param place the project whose topics they are, and the JSON Pointer to the choices in the request
 * @throws ApiError 422 `validation_failed` if the project has no such topic
 */
export async function ownChoices(
  given: readonly Choice[],
  { projectId, at }: { readonly projectId: string; readonly at: string },
  { call }: WireService<'retrieveTopic'>,
): Promise<OwnChoice[]> {
  const choices: OwnChoice[] = []
  for (const [index, { id, subscription }] of given.entries()) {
    const topic = await ifFound(call('retrieveTopic', { path: { id } }))
    if (topic?.body.project_id !== projectId)
      throw refusedValue(`${at}/${index}/id`, 'not_found', 'is not the id of a topic of the project')
    choices.push({ key: topic.body.key, subscribed: subscription === 'opt_in' })
  }
  return choices
}

/** Stores choices of a contact, one after the other. */
export async function chooseTopics(
  contactId: string,
  choices: readonly OwnChoice[],
  { call }: WireService<'chooseContactTopic'>,
): Promise<void> {
  for (const { key, subscribed } of choices)
    await call('chooseContactTopic', { path: { id: contactId, key }, body: { subscribed } })
}

/** Returns the subscription in Resend's words. */
export function subscriptionOf(isSubscribed: boolean): Subscription {
  return isSubscribed ? 'opt_in' : 'opt_out'
}
