import { describe, expect, test } from 'vitest'
import type { StoredVersion } from '../../../../../server/product/content/store.js'
import { newUuid } from '../../../../../server/platform/db/ids.js'
import {
  mailOf,
  type CampaignMail,
  type Recipient,
} from '../../../../../server/product/programs/campaigns/release/mail-of.js'
import type { CampaignRow } from '../../../../../server/product/programs/campaigns/campaign-rows.js'

/** Tests the decisions of the release about a recipient. */

const [workspaceId, listId, subscriptionId, contactId] = [newUuid(), newUuid(), newUuid(), newUuid()]

const row = {
  workspace_id: workspaceId,
  environment: 'live',
  list_id: null,
  variables: { code: 'SPRING' },
} as unknown as CampaignRow
const version = {
  workspaceId,
  templateId: newUuid(),
  version: 3,
  from_email: null,
  from_name: null,
  reply_to: [],
  variables: [
    { name: 'code', type: 'string', required: true },
    { name: 'plan', type: 'string', required: true },
    { name: 'seats', type: 'number', required: true, default: 1 },
  ],
  locales: ['de', 'pt-BR'],
  uses_contact: true,
  was_published: true,
} as StoredVersion
const mail: CampaignMail = {
  row,
  version,
  subjects: { idsFor: () => ({ message_id: newUuid(), log_id: newUuid() }) },
  links: {
    unsubscribeUrl: (link) => `list ${link.workspaceId} ${link.subscriptionId} ${link.logId}`,
    contactUnsubscribeUrl: (link) => `contact ${link.workspaceId} ${link.contactId} ${link.logId}`,
    topicUnsubscribeUrl: (link) =>
      `topic ${link.workspaceId} ${link.contactId} ${link.logId} ${link.topicId}`,
  },
  topic: undefined,
}
const recipient: Recipient = {
  contact_id: contactId,
  email: 'Ada@Shop.example',
  address: 'ada@shop.example',
  name: 'Ada',
  properties: { plan: 'pro' },
  opted_in: true,
  chosen: null,
  subscription_id: null,
  subscription_status: null,
}
const toList: CampaignMail = { ...mail, row: { ...row, list_id: listId } }
const topicId = newUuid()
const ofTopic = (default_subscribed: boolean): CampaignMail => ({
  ...toList,
  row: { ...toList.row, topic: 'news' },
  topic: { id: topicId, key: 'news', default_subscribed },
})
const confirmed: Recipient = {
  ...recipient,
  subscription_id: subscriptionId,
  subscription_status: 'confirmed',
}
const erased = { ...recipient, email: null, address: null, name: null, properties: null, opted_in: null }

/** The mail that a recipient gets. */
function released(of: CampaignMail, to: Recipient) {
  const decision = mailOf(of, to, undefined)
  if (!('log_id' in decision)) throw new Error(`no mail: ${decision.reason}`)
  return decision
}

describe('a recipient is skipped', () => {
  test.each([
    ['erased', mail, erased, undefined],
    // Nothing is known of it any more, its suppression included.
    ['erased', mail, erased, 'manual'],
    ['opted_out', mail, { ...recipient, opted_in: false }, undefined],
    ['hard_bounce', mail, recipient, 'hard_bounce'],
    ['complaint', mail, { ...recipient, opted_in: false }, 'complaint'],
    ['not_confirmed', toList, recipient, undefined],
    ['not_confirmed', toList, { ...confirmed, subscription_status: 'pending' }, undefined],
    ['not_confirmed', toList, { ...confirmed, subscription_status: 'unsubscribed' }, undefined],
    ['not_confirmed', toList, { ...confirmed, subscription_status: 'pending', opted_in: false }, undefined],
    ['opted_out', toList, { ...confirmed, opted_in: false }, undefined],
    ['topic_unsubscribed', ofTopic(true), { ...confirmed, chosen: false }, undefined],
    ['topic_unsubscribed', ofTopic(false), { ...confirmed, chosen: null }, undefined],
    ['opted_out', ofTopic(false), { ...confirmed, opted_in: false }, undefined],
    ['manual', toList, { ...confirmed, subscription_status: 'pending' }, 'manual'],
  ] as const)('as %s', (reason, of, to, suppressed) => {
    expect(mailOf(of, to, suppressed)).toEqual({ contact_id: contactId, status: 'skipped', reason })
  })
})

test('a mail without a value that it needs fails, and names each', () => {
  const of = { ...mail, row: { ...row, variables: {} } }
  expect(mailOf(of, { ...recipient, properties: { seats: 3 } }, undefined)).toEqual({
    contact_id: contactId,
    status: 'failed',
    reason: 'missing_variable',
    detail: 'code, plan',
  })
  // Who is not to have it, has not failed.
  expect(mailOf(of, { ...recipient, opted_in: false }, undefined)).toMatchObject({ status: 'skipped' })
})

test('a mail is addressed, and pins its values and its contact', () => {
  const made = released(mail, recipient)
  expect(made).toEqual({
    contact_id: contactId,
    message_id: expect.any(String),
    log_id: expect.any(String),
    recipient: 'Ada@Shop.example',
    recipient_name: 'Ada',
    address: 'ada@shop.example',
    destination: 'shop.example',
    domain: 'shop.example',
    template_locale: null,
    render_input: {
      values: { code: 'SPRING', plan: 'pro' },
      contact: { email: 'Ada@Shop.example', name: 'Ada', properties: { plan: 'pro' } },
    },
    list_unsubscribe: { url: `contact ${workspaceId} ${contactId} ${made.log_id}` },
  })
  expect(released(mail, recipient).message_id).not.toBe(made.message_id)
})

test('a contact that the version does not show is not pinned', () => {
  const of = { ...mail, version: { ...version, uses_contact: false } }
  expect(released(of, recipient).render_input).toEqual({
    values: { code: 'SPRING', plan: 'pro' },
    contact: null,
  })
})

test('mail of a test project goes to the sink, and its domain is counted all the same', () => {
  const of = { ...mail, row: { ...row, environment: 'test' as const } }
  expect(released(of, recipient)).toMatchObject({ destination: '', domain: 'shop.example' })
})

test('mail to a list has the link that ends the subscription', () => {
  const { list_unsubscribe: link, log_id } = released(toList, confirmed)
  expect(link.url).toBe(`list ${workspaceId} ${subscriptionId} ${log_id}`)
})

test.each([
  [{}, null],
  [{ locale: 'de' }, 'de'],
  [{ locale: 'de-AT' }, 'de'],
  [{ locale: 'pt-BR' }, 'pt-BR'],
  [{ locale: 'fr' }, null],
  [{ locale: 5 }, null],
])('a contact with %j reads %s', (properties, locale) => {
  const to = { ...recipient, properties: { ...recipient.properties, ...properties } }
  expect(released(mail, to)).toMatchObject({ template_locale: locale })
})
