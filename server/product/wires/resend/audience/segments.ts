import type { operations } from '../../../../../generated/wires/resend.js'
import type { Calls } from '../../../../../generated/wires/resend-calls.js'
import { pageById } from '../../frame/lists/pages.js'
import type { WireOperations } from '../../frame/wire.js'
import { listedContact } from './contacts.js'
import { membershipRule } from './membership.js'
import { listedSegment } from './segment-list.js'

/** The operations of Resend's segments. Contacts are put into them one by one, by a property of each segment. */
export const segments = {
  createSegment: async ({ body: { name }, idempotencyKey }, { call, projectId }) => {
    const body = { project_id: await projectId(), name, rule: membershipRule() }
    const { body: segment } = await call('createSegment', { body, idempotencyKey })
    return { status: 201, body: { object: 'segment', id: segment.id, name: segment.name } }
  },

  listSegments: async ({ query }, { call }) => {
    const list = async (page: object) => (await call('listSegments', { query: page })).body
    const { data, has_more } = await pageById(query, 'seg', list)
    return { status: 200, body: { object: 'list', has_more, data: data.map(listedSegment) } }
  },

  getSegment: async ({ path: { id } }, { call }) => {
    const { body } = await call('retrieveSegment', { path: { id } })
    return { status: 200, body: { object: 'segment', ...listedSegment(body) } }
  },

  updateSegment: async ({ path: { id }, body: { name }, idempotencyKey }, { call }) => {
    await call('updateSegment', { path: { id }, body: { name }, idempotencyKey })
    return { status: 200, body: { object: 'segment', id } }
  },

  deleteSegment: async ({ path: { id }, idempotencyKey }, { call }) => {
    await call('deleteSegment', { path: { id }, idempotencyKey })
    return { status: 200, body: { object: 'segment', id, deleted: true } }
  },

  listSegmentContacts: async ({ path: { segment_id: id }, query }, { call }) => {
    const list = async (page: object) =>
      (await call('listSegmentContacts', { path: { id }, query: page })).body
    const { data, has_more } = await pageById(query, 'con', list)
    return { status: 200, body: { object: 'list', has_more, data: data.map(listedContact) } }
  },
} satisfies Partial<WireOperations<operations, Calls>>
