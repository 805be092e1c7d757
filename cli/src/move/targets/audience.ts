import { printableLine } from '../../../../base/text/printable.js'
import type { Topic } from '../items.js'
import { idOf, textOf } from '../fields.js'
import { oneByOne } from './one-by-one.js'
import { keyOf } from './postseal.js'
import type { Move } from './target.js'

const longestName = 100
const longestKey = 64
const longestDescription = 500

/** Brings topics. A topic of the same key is the same topic. */
export const bringTopics = oneByOne<'topics'>('topics', {
  nameOf: ({ name }) => name,
  idOf: ({ id }) => id,
  find: async ({ to }, topic) => {
    for await (const row of to.list(`/v1/topics?project_id=${to.projectId}`))
      if (row['key'] === topicKey(topic)) return { id: topicKey(topic) }
    return undefined
  },
  create: async ({ to }, topic, key) => {
    const description = printableLine(topic.description ?? '', longestDescription).trim()
    const value = {
      project_id: to.projectId,
      key: topicKey(topic),
      name: nameIn(topic.name),
      default_subscribed: topic.isDefault,
      ...(description !== '' && { description }),
    }
    await to.change('POST', '/v1/topics', { value, key })
    return { id: topicKey(topic) }
  },
})

/** Brings segments that contacts are put into one by one: a property of each contact says so. */
export const bringSegments = oneByOne<'segments'>('segments', {
  nameOf: ({ name }) => name,
  idOf: ({ id }) => id,
  find: async (move, segment) => {
    const { to } = move
    for await (const row of to.list(`/v1/segments?project_id=${to.projectId}`))
      if (JSON.stringify(row['rule']).includes(`"${segmentProperty(move, segment.id)}"`))
        return { id: idOf(row, 'id') }
    return undefined
  },
  create: async (move, segment, key) => {
    const { to } = move
    const rule = { property: { name: segmentProperty(move, segment.id), op: 'eq', value: true } }
    const value = { project_id: to.projectId, name: nameIn(segment.name), rule }
    return { id: textOf(await to.change('POST', '/v1/segments', { value, key }), 'id') ?? '' }
  },
})

/**
 * Returns the property that puts contacts into a segment. The names are like those that the service makes at
 * /compat/resend, so that its calls for members work with these segments, too.
 */
export function segmentProperty({ source }: Pick<Move, 'source'>, segmentId: string): string {
  return `segment_${keyOf(source.title, segmentId).slice(0, 12)}`
}

/** Returns the key of a topic, made of its name. */
function topicKey({ id, name }: Topic): string {
  const key = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestKey)
    .replace(/^-+|-+$/g, '')
  return key === '' ? `topic-${keyOf(id).slice(0, 12)}` : key
}

function nameIn(name: string): string {
  return printableLine(name, longestName).trim() || 'Unnamed'
}
