import { toTypeId } from '../../db/ids.js'
import { domainOf } from '../../mail-address.js'
import { timeOfMessage, type MessageContent } from './content.js'
import { feedbackId } from './feedback-id.js'
import { foldField } from '../../fold-field.js'
import { listUnsubscribeFields } from './list-unsubscribe.js'
import { mailboxWords } from './mailboxes.js'
import { textWords } from './unstructured.js'

/**
 * The message's own fields (RFC 5322, section 3.6), each folded. Bcc is none of them: the recipients it would name
 * stand in the envelope only.
 */
export function headerOf(content: MessageContent): string[] {
  const { from, to, cc, replyTo, listUnsubscribe } = content
  return [
    foldField('From', mailboxWords([from])),
    ...(replyTo.length > 0 ? [foldField('Reply-To', mailboxWords(replyTo))] : []),
    ...(to.length > 0 ? [foldField('To', mailboxWords(to))] : []),
    ...(cc.length > 0 ? [foldField('Cc', mailboxWords(cc))] : []),
    foldField('Subject', textWords('Subject', content.subject)),
    foldField('Message-ID', [`<${toTypeId('msg', content.messageId)}@${domainOf(from.email)}>`]),
    foldField('Date', dateOf(timeOfMessage(content)).split(' ')),
    ...(listUnsubscribe === null ? [] : listUnsubscribeFields(listUnsubscribe)),
    foldField('Feedback-ID', [feedbackId(content)]),
    ...Object.entries(content.headers).map(([name, value]) => foldField(name, textWords(name, value))),
    'MIME-Version: 1.0',
  ]
}

/** RFC 5322, section 3.3, where the zone is a number. */
function dateOf(time: Date): string {
  return time.toUTCString().replace('GMT', '+0000')
}
