import { expect, test } from 'vitest'
import { document, operations, resolve } from '../../../support/api/contract.js'

/** Tests the contract's promises about the fields of replies and events. A field that may be empty is null. */

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
}

const schemas = document.components['schemas'] as Readonly<Record<string, Schema>>
const schemaOf = (name: string) => schemas[name] ?? {}

/** The fields that a reply may lack, each with the reason why it is not null in place of that. */
const optional: Readonly<Record<string, string>> = {
  'AcceptedMessage.text_from_html': 'replies that idempotency keys keep from before do not say it',
  'Automation.figures': 'counted only if the request asks for it with `include`',
  'Campaign.figures': 'counted only if the request asks for it with `include`',
  'Domain.figures': 'counted only if the request asks for it with `include`',
  'Template.figures': 'counted only if the request asks for it with `include`',
  'SubscriberList.figures': 'counted only if the request asks for it with `include`',
  'BatchItemError.details': 'as in `Error`, of which it is a part',
  'BatchItemResult.error': 'stands in place of `message`',
  'BatchItemResult.message': 'stands in place of `error`',
  'BatchItemResult.replayed': 'says that an earlier result is repeated',
  'DeferralData.waiting_for': 'older events do not say it',
  'Error.error.details': 'only errors of validation have mistakes to list',
  'ErrorDetail.column': 'of a mistake in a template only',
  'ErrorDetail.rule': 'batches that idempotency keys keep from before do not say it',
  'ErrorDetail.line': 'of a mistake in a template only',
  'ErrorDetail.template_id': 'of a mistake in a template only',
  'ErrorDetail.variable': 'of a mistake in a template only',
  'ErrorDetail.webhook_id': 'of a webhook that stands in the way only',
  'ContactBatchItemError.details': 'as in `Error`, of which it is a part',
  'ContactBatchItemResult.contact': 'stands in place of `error`',
  'ContactBatchItemResult.error': 'stands in place of `contact`',
  'ContactImport.error.line': 'of an import that ended at a line only',
  'CreatedApiKey.secret_withheld': 'replies that idempotency keys keep from before do not say it',
  'SavedWebhook.secret_withheld': 'replies that idempotency keys keep from before do not say it',
  'ProjectPages.logo': 'as large as a hundred projects, so lists leave it out',
  ...Object.fromEntries(
    Object.keys(schemaOf('InboundReceivedData').properties ?? {})
      .filter((name) => !schemaOf('RetrievedInboundReceivedData').required?.includes(name))
      .map((name) => [`RetrievedInboundReceivedData.${name}`, 'API keys do not get it']),
  ),
}

/** The members of replies that are resources, each with the reason why it does not stand in the reply itself. */
const wrapping: Readonly<Record<string, string>> = {
  'createApiKey: api_key': 'the secret is beside it',
  'createProviderSession: session': 'the token is beside it',
  'createPasskeySession: session': 'the token is beside it',
  'createSession: session': 'the token is beside it',
  'requestSubscription: subscription': 'it may be null, and the outcome is beside it',
  'stopApiKey: api_key': 'what was done to it is beside it',
  'testInboundRoute: route': 'it may be null, and the answer is beside it',
  'triggerAutomation: run': 'it may be null, and the outcome is beside it',
  'updateWebhook: webhook': 'the secret is beside it',
  'upsertWebhook: webhook': 'the secret is beside it',
  'rotateWebhookSecret: webhook': 'the secret is beside it',
}

const bodiesOf = (replies: readonly unknown[]) =>
  replies.flatMap((reply) => {
    const { content = {} } = resolve(reply as object) as { content?: Record<string, { schema: Schema }> }
    return Object.values(content).map(({ schema }) => schema)
  })
const replies = bodiesOf(operations.flatMap(({ responses }) => Object.values(responses)))
const requests = bodiesOf(operations.map(({ requestBody }) => requestBody ?? {}))
const events = bodiesOf(Object.values(document.webhooks).map(({ post }) => post?.['requestBody'] ?? {}))

test('every field is there, but for those that have a reason not to be', () => {
  const asked = reachedFrom(requests)
  const names = [...reachedFrom([...replies, ...events])].filter((name) => !asked.has(name))
  expect(names).toEqual(expect.arrayContaining(['Message', 'DeliveryData', 'Error']))
  const found = names.flatMap((name) => optionalIn(schemas[name] ?? {}, name))
  expect(found.toSorted()).toEqual(Object.keys(optional).toSorted())
})

test('a reply is the resource itself, but where it has a reason to have it as a member', () => {
  const found = operations.flatMap(({ id, responses }) => {
    const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    return bodiesOf(successes.map(([, reply]) => reply)).flatMap((body) => {
      const { properties = {} } = resolve(body) as Schema
      const members = Object.entries(properties).filter(([, member]) =>
        [...directIn(member)].some((name) => schemas[name]?.properties?.['id'] !== undefined),
      )
      return 'id' in properties ? [] : members.map(([name]) => `${id}: ${name}`)
    })
  })
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(wrapping).toSorted())
})

/** The fields that an object, or an object in it without a name of its own, may lack. */
function optionalIn({ properties = {}, required = [], items }: Schema, place: string): string[] {
  const own = Object.keys(properties).filter((name) => !required.includes(name))
  const inner = Object.entries(properties).flatMap(([name, field]) => optionalIn(field, `${place}.${name}`))
  return [...own.map((name) => `${place}.${name}`), ...inner, ...(items ? optionalIn(items, place) : [])]
}

/** The names of the schemas that a node is, or may be. */
function directIn(node: Schema & { anyOf?: readonly Schema[] }): Set<string> {
  return new Set([node, ...(node.anyOf ?? [])].flatMap(({ $ref }) => nameOf($ref) ?? []))
}

/** The names of all schemas that nodes lead to. */
function reachedFrom(nodes: readonly unknown[], names = new Set<string>()): Set<string> {
  for (const node of nodes) {
    if (typeof node !== 'object' || node === null) continue
    const name = nameOf((node as Schema).$ref)
    if (name === undefined) reachedFrom(Object.values(node), names)
    else if (!names.has(name)) reachedFrom([schemas[name]], names.add(name))
  }
  return names
}

function nameOf(reference: unknown): string | undefined {
  return typeof reference === 'string' ? /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1] : undefined
}
