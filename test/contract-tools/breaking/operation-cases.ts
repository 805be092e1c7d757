import type { Case } from './cases.js'

const schema = { type: 'string' }
const json = { 'application/json': { schema } }
const done = { '200': { description: 'Done.' } }
const query = (more: object) => [{ name: 'q', in: 'query', schema, ...more }]
const lists = { type: 'array', items: schema }

function get(more: object): object {
  return { get: { operationId: 'get', responses: done, ...more } }
}

function post(more: object): object {
  return { post: { operationId: 'post', responses: done, ...more } }
}

function reply(more: object, status = '200'): object {
  return get({ responses: { ...done, [status]: { description: 'Done.', ...more } } })
}

function change(
  what: string,
  before: object,
  after: object,
  { there, back = [] }: { readonly there: readonly string[]; readonly back?: readonly string[] },
): Case {
  return { what, before, after, there, back }
}

/** Path items. */
export const operationCases: readonly Case[] = [
  change('a new operation', get({}), { ...get({}), ...post({}) }, { there: [], back: ['operation-removed'] }),
  change('another operationId', get({}), get({ operationId: 'fetch' }), {
    there: ['operation-id-changed'],
    back: ['operation-id-changed'],
  }),
  change('another tag', get({ tags: ['A'] }), get({ tags: ['B'] }), {
    there: ['tag-changed'],
    back: ['tag-changed'],
  }),
  change('a new optional parameter', get({}), get({ parameters: query({}) }), {
    there: [],
    back: ['parameter-removed'],
  }),
  change('a new required parameter', get({}), get({ parameters: query({ required: true }) }), {
    there: ['parameter-became-required'],
    back: ['parameter-removed'],
  }),
  change(
    'a parameter that becomes required',
    get({ parameters: query({}) }),
    get({ parameters: query({ required: true }) }),
    { there: ['parameter-became-required'] },
  ),
  change(
    'a list that is written otherwise',
    get({ parameters: query({ schema: lists }) }),
    get({ parameters: query({ schema: lists, explode: false }) }),
    { there: ['parameter-serialization-changed'], back: ['parameter-serialization-changed'] },
  ),
  change(
    'a parameter that must be encoded',
    get({ parameters: query({ allowReserved: true }) }),
    get({ parameters: query({}) }),
    { there: ['parameter-serialization-changed'], back: ['parameter-serialization-changed'] },
  ),
  change('a new optional body', post({}), post({ requestBody: { content: json } }), {
    there: [],
    back: ['request-body-removed'],
  }),
  change('a new required body', post({}), post({ requestBody: { required: true, content: json } }), {
    there: ['request-body-demanded'],
    back: ['request-body-removed'],
  }),
  change(
    'a body that becomes required',
    post({ requestBody: { content: json } }),
    post({ requestBody: { required: true, content: json } }),
    { there: ['request-body-became-required'] },
  ),
  change(
    'one more media type to send',
    post({ requestBody: { content: json } }),
    post({ requestBody: { content: { ...json, 'text/csv': {} } } }),
    { there: [], back: ['media-type-removed'] },
  ),
  change(
    'one more media type to get',
    reply({ content: json }),
    reply({ content: { ...json, 'text/csv': {} } }),
    { there: [], back: ['media-type-removed'] },
  ),
  change('one more success', get({}), reply({}, '202'), {
    there: ['success-added'],
    back: ['response-removed'],
  }),
  change('one more refusal', get({}), reply({}, '404'), { there: [], back: ['response-removed'] }),
  change('a new header', reply({}), reply({ headers: { X: { schema } } }), {
    there: [],
    back: ['response-header-removed'],
  }),
  change(
    'a header that may be lacking',
    reply({ headers: { X: { required: true, schema } } }),
    reply({ headers: { X: { schema } } }),
    { there: ['response-header-optional'] },
  ),
  change(
    'a header of another type',
    reply({ headers: { X: { schema } } }),
    reply({ headers: { X: { schema: { type: 'integer' } } } }),
    { there: ['schema-type-changed'], back: ['schema-type-changed'] },
  ),
  change(
    'one more way to be allowed',
    get({ security: [{ key: ['a'] }] }),
    get({ security: [{ key: ['a'] }, { session: [] }] }),
    { there: [], back: ['security-requirement-changed'] },
  ),
  change('one more scope', get({ security: [{ key: ['a'] }] }), get({ security: [{ key: ['a', 'b'] }] }), {
    there: ['security-requirement-changed'],
  }),
  change('a credential where there was none', get({ security: [] }), get({ security: [{ key: [] }] }), {
    there: ['security-requirement-changed'],
  }),
]

function hook(more: object): object {
  return {
    post: {
      requestBody: { required: true, content: { 'application/json': { schema: event({}) } } },
      parameters: [{ name: 'X', in: 'header', required: true, schema }],
      responses: { '2XX': { description: 'Taken.' } },
      ...more,
    },
  }
}

function event(more: object): object {
  return { type: 'object', required: ['id'], properties: { id: schema }, ...more }
}

function sends(more: object): object {
  return hook({ requestBody: { required: true, content: { 'application/json': { schema: event(more) } } } })
}

/** Webhooks: what is sent counts as a reply. */
export const webhookCases: readonly Case[] = [
  change('a header that is not sent any more', hook({}), hook({ parameters: [] }), {
    there: ['webhook-header-removed'],
  }),
  change(
    'a header that is not always sent',
    hook({}),
    hook({ parameters: [{ name: 'X', in: 'header', schema }] }),
    { there: ['webhook-part-optional'] },
  ),
  change(
    'a body that is not always sent',
    hook({}),
    hook({ requestBody: { content: { 'application/json': { schema: event({}) } } } }),
    { there: ['webhook-part-optional'] },
  ),
  change(
    'one more media type',
    hook({}),
    hook({
      requestBody: { required: true, content: { 'application/json': { schema: event({}) }, 'text/csv': {} } },
    }),
    { there: ['webhook-media-type-added'], back: ['media-type-removed'] },
  ),
  change('a property that is not always there', sends({}), sends({ required: [] }), {
    there: ['required-properties-removed'],
  }),
  change(
    'one more property',
    sends({}),
    sends({ required: ['id', 'b'], properties: { id: schema, b: schema } }),
    { there: [], back: ['property-removed', 'required-properties-removed'] },
  ),
  change(
    'another status that is success',
    hook({}),
    hook({ responses: { '410': { description: 'Gone.' } } }),
    { there: ['response-removed'], back: ['response-removed'] },
  ),
]
