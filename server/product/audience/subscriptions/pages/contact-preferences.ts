import type { Knex } from 'knex'
import type { Uuid, WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { Transaction } from '../../../../platform/db/transaction/transaction.js'
import { inDatabaseTurn } from '../../../../platform/http/operation/database-turns.js'
import type { PageDesign } from '../../../workspace/projects/page-design.js'
import { optBackIn, optOut } from '../../contacts/opt-out.js'
import type { ContactRow } from '../../contacts/contact-rows.js'
import { choicesOf } from '../../topics/choices.js'
import { chooseTopic } from '../../topics/choose.js'
import { recordLinkAct } from '../links/link-acts.js'
import { countUnsubscribed, findLinkDelivery } from '../links/delivery.js'
import type { ContactUnsubscribeLink } from '../links/links.js'
import type { ChooseOutcome, ContactLink, PreferenceChoice, SubscriptionActions } from './actions.js'
import type { ShownPreferences } from './preferences.js'

const selectContact = statement<
  [workspaceId: WorkspaceId, id: Uuid],
  Pick<ContactRow, 'workspace_id' | 'project_id' | 'id' | 'email'> & {
    sender_name: string
    unsubscribed: boolean
    design: PageDesign | null
  }
>(
  'select_contact_with_preferences',
  `select contact.workspace_id, contact.project_id, contact.id, contact.email,
     contact.unsubscribed_at is not null as unsubscribed,
     coalesce(project.page_design ->> 'name', project.name) as sender_name, project.page_design as design
   from contacts contact
   join projects project on project.workspace_id = $1 and project.id = contact.project_id
   where contact.workspace_id = $1 and contact.id = $2`,
)

/** Locks a contact until the transaction ends, so that of two simultaneous choices the second sees the first. */
const lockContact = statement<[workspaceId: WorkspaceId, id: Uuid], ContactRow>(
  'lock_contact_choosing',
  'select * from contacts where workspace_id = $1 and id = $2 for no key update',
)

/** Runs work for a workspace in a transaction of its own, and wakes the webhooks and the automations after it. */
export type Act = <Outcome>(
  workspaceId: WorkspaceId,
  work: (tx: Transaction) => Promise<Outcome>,
) => Promise<Outcome>

/** Returns the actions of the preference page. */
export function preferenceActions(
  db: Knex,
  act: Act,
): Pick<SubscriptionActions, 'findPreferences' | 'choose'> {
  return {
    findPreferences: (link) => inDatabaseTurn(db, link.workspaceId, () => findPreferences(db, link)),
    choose: (choice) => act(choice.workspaceId, (tx) => choosePreferences(tx, choice)),
  }
}

async function findPreferences(
  db: Knex,
  { workspaceId, contactId, topicId }: ContactLink,
): Promise<ShownPreferences | undefined> {
  const [contact] = await selectContact(db, workspaceId, contactId)
  if (contact === undefined) return undefined
  const { sender_name: senderName, email, unsubscribed, design } = contact
  const topics = await choicesOf(db, contact)
  const mailTopic = topics.find(({ id }) => id === topicId)?.key
  return { senderName, email, unsubscribed, design, topics, ...(mailTopic !== undefined && { mailTopic }) }
}

async function choosePreferences(
  tx: Transaction,
  given: ContactUnsubscribeLink & PreferenceChoice,
): Promise<ChooseOutcome> {
  const { workspaceId, contactId, logId, choices, consent } = given
  const [contact] = await lockContact(tx.sql, workspaceId, contactId)
  if (contact === undefined) return 'gone'
  const wasUnsubscribed = contact.unsubscribed_at !== null
  const { unsubscribed = wasUnsubscribed } = given
  const delivery = await findLinkDelivery(tx.sql, workspaceId, logId)
  const { at, source } = consent
  const changed = (await choicesOf(tx.sql, contact)).flatMap(({ key, subscribed }) => {
    const chosen = Object.hasOwn(choices, key) ? choices[key] : undefined
    return chosen === undefined || chosen === subscribed ? [] : [{ topic: key, subscribed: chosen }]
  })
  for (const choice of changed) {
    await chooseTopic(tx, workspaceId, contactId, { ...choice, proof: consent, delivery })
  }
  if (changed.length > 0)
    await recordLinkAct(tx, workspaceId, 'choose_topics', { prefix: 'con', id: contactId })

  if (unsubscribed && !wasUnsubscribed) {
    await optOut(tx, workspaceId, contactId, { at, source, delivery })
    await recordLinkAct(tx, workspaceId, 'unsubscribe', { prefix: 'con', id: contactId })
  } else if (!unsubscribed && wasUnsubscribed) {
    await optBackIn(tx, workspaceId, contactId, { at, source, delivery })
    await recordLinkAct(tx, workspaceId, 'resubscribe', { prefix: 'con', id: contactId })
  }
  const leaves = (unsubscribed && !wasUnsubscribed) || changed.some(({ subscribed }) => !subscribed)
  if (leaves) await countUnsubscribed(tx.sql, workspaceId, delivery)
  return changed.length > 0 || unsubscribed !== wasUnsubscribed ? 'changed' : 'unchanged'
}
