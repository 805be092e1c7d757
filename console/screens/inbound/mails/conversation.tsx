import { useQuery } from '@tanstack/preact-query'
import { NotFoundError, type InboundMessageDetail, type Message } from 'postseal'
import { client } from '../../../api/client.js'
import { pathTo } from '../../../state/location.js'
import { LinkButton } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { ErrorNotice } from '../../../ui/notices/notice.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { MessageStatus } from '../../messages/message-status.js'
import { Badge } from '../../../ui/status.js'
import { Time } from '../../../ui/time.js'
import { automaticText, newText, senderText, subjectText } from '../words.js'

/** Maximum number of mails of a kind that are loaded: the list has all. */
const max = 20

/** Maximum number of characters shown of a mail. */
const maxText = 3_000

interface Thread {
  /** Sent message that the mail answers. */
  readonly sent: Message | undefined
  /** Received mails, the oldest first. */
  readonly received: readonly InboundMessageDetail[]
  /** True if there are more mails than are loaded here. */
  readonly isCut: boolean
}

/**
 * The conversation around a mail: the message that it answers, other answers to that message, and other mail of the
 * same contact.
 */
export function Conversation({ mail }: { mail: InboundMessageDetail }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['inbound-messages', mail.id, 'conversation'],
    queryFn: () => threadOf(mail),
  })
  const { in_reply_to: answers, contact_id: contact, project_id: project } = mail
  return (
    <Card
      title="Conversation"
      hint="The message that this mail answers, other answers to it, and other mail from the same contact."
      actions={
        <>
          {answers !== null && (
            <LinkButton href={pathTo('inbound', { project, message: answers.message_id })}>
              All replies
            </LinkButton>
          )}
          {contact !== null && (
            <LinkButton href={pathTo('inbound', { project, contact })}>All mail from the contact</LinkButton>
          )}
        </>
      }
    >
      {error !== null && (
        <ErrorNotice
          error={error}
          title="The conversation could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <Lines what="the conversation" count={6} />}
      {data !== undefined && <Letters mail={mail} thread={data} />}
    </Card>
  )
}

function Letters({
  mail,
  thread: { sent, received, isCut },
}: {
  mail: InboundMessageDetail
  thread: Thread
}) {
  const letters = [
    ...(sent === undefined ? [] : [{ at: sent.created_at, letter: <Sent key={sent.id} message={sent} /> }]),
    ...received.map((each) => ({
      at: each.received_at,
      letter: <Received key={each.id} mail={each} current={mail} />,
    })),
  ]
  letters.sort((one, other) => one.at.localeCompare(other.at))
  return (
    <div class="stack">
      {isCut && <p class="small quiet">The newest {max} of each are shown.</p>}
      {mail.in_reply_to !== null && sent === undefined && (
        <p class="quiet">The original message is no longer stored.</p>
      )}
      <ol class="timeline">{letters.map(({ letter }) => letter)}</ol>
      {received.length === 1 && sent === undefined && (
        <p class="quiet">No other mail belongs to this conversation.</p>
      )}
    </div>
  )
}

function Sent({ message }: { message: Message }) {
  return (
    <li class="letter good">
      <header>
        <span>
          <strong>{message.from_name ?? message.from_email}</strong> <span class="quiet">sent</span>{' '}
          <a href={pathTo(`messages/${message.id}`)}>{subjectText(message)}</a>
        </span>
        <span class="small quiet">
          <Time at={message.created_at} absolute />
        </span>
      </header>
      <p class="small quiet">
        <MessageStatus message={message} logs={[]} />
      </p>
    </li>
  )
}

function Received({ mail, current }: { mail: InboundMessageDetail; current: InboundMessageDetail }) {
  const isThis = mail.id === current.id
  const message = current.in_reply_to?.message_id
  const text = newText(mail)
  return (
    <li class={`letter ${isThis ? 'busy' : ''}`}>
      <header>
        <span>
          <strong>{senderText(mail)}</strong>{' '}
          {isThis ? (
            subjectText(mail)
          ) : (
            <a href={pathTo(`inbound/${mail.id}`, { part: 'conversation' })}>{subjectText(mail)}</a>
          )}{' '}
          {isThis && <Badge>this mail</Badge>}{' '}
          {mail.automatic !== 'none' && <Badge>{automaticText(mail.automatic)}</Badge>}{' '}
          {message !== undefined && mail.in_reply_to?.message_id !== message && (
            <Badge>another conversation</Badge>
          )}
        </span>
        <span class="small quiet">
          <Time at={mail.received_at} absolute />
        </span>
      </header>
      {text === '' ? (
        <p class="small quiet">
          {mail.html === null ? 'The mail has no text.' : 'HTML only. Open the mail to see it.'}
        </p>
      ) : (
        <blockquote>{text.length > maxText ? `${text.slice(0, maxText)}…` : text}</blockquote>
      )}
    </li>
  )
}

async function threadOf(mail: InboundMessageDetail): Promise<Thread> {
  const { in_reply_to: answers, contact_id: contact, project_id } = mail
  const [sent, answering, ofContact] = await Promise.all([
    answers === null ? undefined : client.messages.retrieve(answers.message_id).catch(ifGone),
    answers === null
      ? undefined
      : client.inbound.listMessages({ project_id, message_id: answers.message_id, limit: max }),
    contact === null
      ? undefined
      : client.inbound.listMessages({ project_id, contact_id: contact, limit: max }),
  ])
  const ids = new Set([...(answering?.data ?? []), ...(ofContact?.data ?? [])].map(({ id }) => id))
  ids.delete(mail.id)
  const others = await Promise.all([...ids].map((id) => client.inbound.retrieveMessage(id).catch(ifGone)))
  return {
    sent,
    received: [mail, ...others.filter((each) => each !== undefined)],
    isCut: answering?.body.has_more === true || ofContact?.body.has_more === true,
  }
}

/** Turns the error for a mail that is no longer kept into undefined. */
function ifGone(error: unknown): undefined {
  if (error instanceof NotFoundError) return undefined
  throw error
}
