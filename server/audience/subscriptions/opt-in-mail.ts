import { toTypeId } from '../../db/ids.js'
import { newMessage, type NewMessage } from '../../messages/admit/new-message.js'
import type { Project } from '../../workspace/projects.js'
import { fillConfirmation } from '../lists/confirmation.js'
import type { SubscriberListRow } from '../lists/rows.js'
import { confirmationOf } from '../lists/save.js'

/** What these mails are found by among others. */
const category = 'subscription_confirmation'

/**
 * The mail that asks an address to confirm. It is to the address alone: a name comes from a form that anybody can
 * fill in for anybody, and would carry their words to a stranger.
 */
export function optInMail(
  project: Project,
  list: SubscriberListRow,
  email: string,
  confirmUrl: string,
): NewMessage {
  const { subject, text, html } = fillConfirmation(confirmationOf(list), list.name, confirmUrl)
  const request = {
    project_id: toTypeId('prj', project.id),
    from_email: list.from_email,
    ...(list.from_name !== null && { from_name: list.from_name }),
    to: [{ email }],
    subject,
    text,
    ...(html !== null && { html }),
    category,
  }
  return newMessage(project, request, '/body')
}
