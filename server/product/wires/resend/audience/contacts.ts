import type { components } from '../../../../../generated/api-types.js'
import type { components as resend, operations } from '../../../../../generated/wires/resend.js'
import type { Calls } from '../../../../../generated/wires/resend-calls.js'
import { pageById } from '../../frame/lists/pages.js'
import { placedAt } from '../../frame/outcomes.js'
import type { WireOperations, WireReply, WireService } from '../../frame/wire.js'
import { contactByAddress, contactOf } from './contact-of.js'
import { chooseTopics, contactTopics, ownChoices } from './contact-topics.js'
import { givenSegments, memberships } from './membership.js'

type Contact = components['schemas']['Contact']
type Properties = components['schemas']['ContactProperties']
type ListedContact = resend['schemas']['ListedContact']

/** The operations of Resend's contacts. */
export const contacts = {
  ...contactTopics,

  createContact: async ({ body, idempotencyKey }, service) => {
    const projectId = await service.projectId()
    const segments = await givenSegments(body, projectId, service)
    return storeContact({ body, idempotencyKey, projectId, segments }, service)
  },

  listContacts: async ({ query: { segment_id: id, ...query } }, { call }) => {
    const list = async (page: object) =>
      id === undefined
        ? (await call('listContacts', { query: page })).body
        : (await call('listSegmentContacts', { path: { id }, query: page })).body
    const { data, has_more } = await pageById(query, 'con', list)
    return { status: 200, body: { object: 'list', has_more, data: data.map(listedContact) } }
  },

  getContact: async ({ path }, service) => {
    const contact = await contactOf(path.id, service)
    return {
      status: 200,
      body: { object: 'contact', ...listedContact(contact), properties: shownProperties(contact) },
    }
  },

  updateContact: async ({ path, body, idempotencyKey }, service) => {
    const contact = await contactOf(path.id, service)
    const { email, unsubscribed } = body
    await service.call('updateContact', {
      path: { id: contact.id },
      body: {
        ...(email !== undefined && { email }),
        ...namesOf(body, contact),
        ...(unsubscribed !== undefined && { unsubscribed }),
      },
      idempotencyKey,
    })
    return { status: 200, body: { object: 'contact', id: contact.id } }
  },

  deleteContact: async ({ path, idempotencyKey }, service) => {
    const { id } = await contactOf(path.id, service)
    await service.call('deleteContact', { path: { id }, idempotencyKey })
    return { status: 200, body: { object: 'contact', contact: id, id, deleted: true } }
  },
} satisfies Partial<WireOperations<operations, Calls>>

interface NewContact extends Given {
  readonly email: string
  readonly unsubscribed?: boolean
  readonly topics?: resend['schemas']['TopicChoices']
}

interface StoredWith {
  readonly body: NewContact
  readonly idempotencyKey: string | undefined
  readonly projectId: string
  /** The segments that the contact is put into. */
  readonly segments: readonly components['schemas']['Segment'][]
}

/** Creates a contact, or updates the one that has the address, and puts it into segments. */
export async function storeContact(
  { body, idempotencyKey, projectId, segments }: StoredWith,
  service: WireService<'upsertContact' | 'listContacts' | 'retrieveTopic' | 'chooseContactTopic'>,
): Promise<WireReply<201, { object: 'contact'; id: string }>> {
  const choices = await ownChoices(body.topics ?? [], { projectId, at: '/body/topics' }, service)
  // One of the names changes the whole name of a contact that is there already.
  const before = namesOnlyOne(body)
    ? await placedAt('/body/email', contactByAddress(body.email, projectId, service))
    : undefined
  const { email, unsubscribed } = body
  const properties = { ...body.properties, ...memberships(segments) }
  const { body: contact } = await service.call('upsertContact', {
    body: {
      project_id: projectId,
      email,
      ...namesOf({ ...body, properties }, before),
      ...(unsubscribed !== undefined && { unsubscribed }),
    },
    idempotencyKey,
  })
  await chooseTopics(contact.id, choices, service)
  return { status: 201, body: { object: 'contact', id: contact.id } }
}

/** The names and properties of a request; a null removes a name. */
interface Given {
  readonly first_name?: string | null
  readonly last_name?: string | null
  readonly properties?: Readonly<Record<string, unknown>>
}

function namesOnlyOne(given: Given): boolean {
  return (given.first_name === undefined) !== (given.last_name === undefined)
}

/**
 * Returns the name and the properties that a contact is to have. This service has one name, made of both of Resend's,
 * which are kept as properties.
 *
 * @param before the contact as it is, for a name that the request leaves out
 */
function namesOf(
  given: Given,
  before: Contact | undefined,
): Pick<Contact, 'properties'> & { name?: string | null } {
  const { first_name, last_name, properties = {} } = given
  const names = {
    ...(first_name !== undefined && { first_name }),
    ...(last_name !== undefined && { last_name }),
  }
  const merged = { ...(properties as Properties), ...names }
  if (Object.keys(names).length === 0) return { properties: merged }
  const all = { ...before?.properties, ...names }
  const name = [all['first_name'], all['last_name']]
    .filter((part) => typeof part === 'string')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')
  return { properties: merged, name: name === '' ? null : name }
}

/** Presents a contact as Resend lists one. */
export function listedContact({
  id,
  email,
  properties,
  created_at,
  unsubscribed_at,
}: Contact): ListedContact {
  return {
    id,
    email,
    first_name: nameIn(properties, 'first_name'),
    last_name: nameIn(properties, 'last_name'),
    created_at,
    unsubscribed: unsubscribed_at !== null,
  }
}

function nameIn(properties: Properties, key: 'first_name' | 'last_name'): string | null {
  const name = properties[key]
  return typeof name === 'string' ? name : null
}

function shownProperties({ properties }: Contact): resend['schemas']['ShownProperties'] {
  const shown: resend['schemas']['ShownProperties'] = {}
  for (const [key, value] of Object.entries(properties)) {
    const isName = key === 'first_name' || key === 'last_name'
    if (value === null || (isName && typeof value === 'string')) continue
    shown[key] = { type: typeof value as 'string' | 'number' | 'boolean', value }
  }
  return shown
}
