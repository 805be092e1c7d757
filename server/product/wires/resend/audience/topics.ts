import { createHash, randomUUID } from 'node:crypto'
import { normalized } from '../../../../../base/text/normalized.js'
import type { components } from '../../../../../generated/api-types.js'
import type { components as resend, operations } from '../../../../../generated/wires/resend.js'
import type { Calls } from '../../../../../generated/wires/resend-calls.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import { pageById } from '../../frame/lists/pages.js'
import type { WireOperations } from '../../frame/wire.js'
import { subscriptionOf } from './contact-topics.js'

type Topic = components['schemas']['Topic']

/** The max characters of a topic's key. */
const maxKey = 64

/** The operations of Resend's topics. */
export const topics = {
  createTopic: async ({ body, idempotencyKey }, { call, projectId }) => {
    const { name, description, default_subscription: byDefault } = body
    const request = {
      project_id: await projectId(),
      name,
      default_subscribed: byDefault === 'opt_in',
      ...(description !== undefined && { description }),
    }
    const suffix = suffixOf(idempotencyKey ?? randomUUID())
    const plain = keyFrom(name)
    const key = plain === '' ? `topic-${suffix}` : plain
    const made = await ifFree(call('createTopic', { body: { ...request, key }, idempotencyKey }))
    if (made !== undefined) return { status: 201, body: { object: 'topic', id: made.body.id } }
    const another = `${key.slice(0, maxKey - suffix.length - 1).replace(/-$/, '')}-${suffix}`
    // A repetition gets here as well, and then needs an idempotency key of its own, for its request is another one.
    const again = idempotencyKey === undefined ? undefined : `${idempotencyKey}/2`
    const { body: topic } = await call('createTopic', {
      body: { ...request, key: another },
      idempotencyKey: again,
    })
    return { status: 201, body: { object: 'topic', id: topic.id } }
  },

  listTopics: async ({ query }, { call }) => {
    const list = async (page: object) => (await call('listTopics', { query: page })).body
    const { data, has_more } = await pageById(query, 'top', list)
    return { status: 200, body: { object: 'list', has_more, data: data.map(listed) } }
  },

  getTopic: async ({ path: { id } }, { call }) => {
    const { body: topic } = await call('retrieveTopic', { path: { id } })
    return { status: 200, body: { object: 'topic', ...listed(topic) } }
  },

  updateTopic: async ({ path: { id }, body: { name, description }, idempotencyKey }, { call }) => {
    await call('updateTopic', {
      path: { id },
      body: { ...(name !== undefined && { name }), ...(description !== undefined && { description }) },
      idempotencyKey,
    })
    return { status: 200, body: { object: 'topic', id } }
  },

  deleteTopic: async ({ path: { id }, idempotencyKey }, { call }) => {
    await call('deleteTopic', { path: { id }, idempotencyKey })
    return { status: 200, body: { object: 'topic', id, deleted: true } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

function listed({
  id,
  name,
  description,
  default_subscribed: byDefault,
  created_at,
}: Topic): resend['schemas']['ListedTopic'] {
  return {
    id,
    name,
    ...(description !== null && { description }),
    default_subscription: subscriptionOf(byDefault),
    visibility: 'public',
    created_at,
  }
}

/** Makes a topic's key from its name; empty if the name has no letter or digit of ASCII. */
function keyFrom(name: string): string {
  const plain = normalized(name, 'NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-/, '')
  return words.slice(0, maxKey).replace(/-$/, '')
}

/** Returns a few letters that are the same for the same request. */
function suffixOf(request: string): string {
  return createHash('sha256').update(request).digest('hex').slice(0, 6)
}

/** Returns the reply, or undefined if the project has a topic with the key already. */
async function ifFree<Reply>(creating: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await creating
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_state') return undefined
    throw error
  }
}
