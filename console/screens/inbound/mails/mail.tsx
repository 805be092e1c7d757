import { useQuery } from '@tanstack/preact-query'
import { RotateCcw } from '../../../icons/icons.js'
import type { InboundMessageDetail } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { useDeletion } from '../../../api/deletion.js'
import { pathTo, useParams } from '../../../state/location.js'
import { awaitedScreen, Screen } from '../../../app/screen.js'
import { Button } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { Copyable } from '../../../ui/code/copy.js'
import { DeleteButton } from '../../../ui/dialogs/dialog.js'
import { Facts } from '../../../ui/facts.js'
import { Notice } from '../../../ui/notices/notice.js'
import { Badge } from '../../../ui/status.js'
import { PartTabs } from '../../../ui/controls/tabs.js'
import { Time } from '../../../ui/time.js'
import { Authentication, Vouched } from './authentication.js'
import { Content } from './content.js'
import { Conversation } from './conversation.js'
import { Replay } from './replay.js'
import { useRoutes } from '../routes/use-routes.js'
import { addressText, automaticKinds, automaticText, subjectText } from '../words.js'
import { sizeText } from '../../../ui/figures/numbers.js'
import { Measure } from '../../../ui/figures/measure.js'

const parts = [
  ['', 'Mail'],
  ['conversation', 'Conversation'],
  ['authentication', 'Authentication'],
] as const

/** One received mail: its sender, its content, and the things that it belongs to. */
export default function MailScreen({ id = '' }: { id?: string }) {
  const { params } = useParams()
  const query = useQuery({
    queryKey: ['inbound-messages', id],
    queryFn: () => client.inbound.retrieveMessage(id),
    staleTime: 60_000,
  })
  const { data: mail } = query
  const above = <a href={pathTo('inbound', { project: mail?.project_id })}>Inbound</a>
  if (mail === undefined) return awaitedScreen({ title: 'Inbound mail', above, what: 'mail', query })
  const part = params.part ?? ''
  return (
    <Screen
      title={subjectText(mail)}
      above={above}
      beside={
        <>
          {mail.automatic !== 'none' && <Badge>{automaticText(mail.automatic)}</Badge>}
          <Badge kind={mail.environment}>{mail.environment}</Badge>
        </>
      }
      actions={<Actions mail={mail} />}
    >
      {!mail.readable && (
        <Notice kind="warn" title="This mail could not be parsed">
          Its source is kept unchanged. The other views are empty.
        </Notice>
      )}
      <Card>
        <FactsOf mail={mail} />
      </Card>
      <PartTabs label="Parts of the mail" parts={parts} screen={`inbound/${id}`} current={part} />
      {part === '' && <Content key={id} mail={mail} />}
      {part === 'conversation' && <Conversation mail={mail} />}
      {part === 'authentication' && <Authentication of={mail.auth} />}
    </Screen>
  )
}

function FactsOf({ mail }: { mail: InboundMessageDetail }) {
  const routes = useRoutes()
  const { id, envelope, in_reply_to: answers, header_date: date } = mail
  const listed = (addresses: InboundMessageDetail['to']) =>
    addresses.length === 0 ? undefined : addresses.map(addressText).join(', ')
  return (
    <Facts
      of={[
        ['Id', <Copyable key="id" text={id} what="the mail’s id" />],
        ['From', listed(mail.from) ?? 'No sender'],
        ['Authenticated', <Vouched key="auth" mail={mail} />],
        ['To', listed(mail.to)],
        ['Cc', listed(mail.cc)],
        ['Reply-To', listed(mail.reply_to)],
        [
          'Envelope',
          <span key="envelope" class="mono small">
            {envelope.from === '' ? '<>' : envelope.from} → {envelope.to.join(', ')}
          </span>,
        ],
        [
          'Route',
          <a key="route" href={pathTo(`inbound/routes/${mail.route_id}`)}>
            {routes?.find((route) => route.id === mail.route_id)?.name ?? mail.route_id}
          </a>,
        ],
        [
          'Contact',
          mail.contact_id === null ? undefined : (
            <a key="contact" class="mono" href={pathTo(`contacts/${mail.contact_id}`)}>
              {mail.contact_id}
            </a>
          ),
        ],
        [
          'In reply to',
          answers === null ? undefined : (
            <span key="answers">
              <a
                class="mono"
                href={pathTo(`messages/${answers.message_id}`, { log: answers.log_id ?? undefined })}
              >
                {answers.message_id}
              </a>
              <span class="small quiet">
                {answers.match === 'address'
                  ? ', recognized by that message’s reply address'
                  : ', according to its header, which anyone can write'}
              </span>
            </span>
          ),
        ],
        [
          'Kind',
          mail.automatic === 'none' ? undefined : (automaticKinds[mail.automatic]?.hint ?? mail.automatic),
        ],
        ['Received', <Time key="at" at={mail.received_at} absolute />],
        ['Dated', date === null ? undefined : <Time key="date" at={date} absolute />],
        ['Kept until', <Time key="until" at={mail.expires_at} absolute />],
        ['Size', <Measure key="size">{sizeText(mail.size)}</Measure>],
      ]}
    />
  )
}

function Actions({ mail }: { mail: InboundMessageDetail }) {
  const { id, project_id: project } = mail
  const [asks, setAsks] = useState(false)
  const remove = useDeletion(['inbound-messages', id])
  return (
    <>
      <Button icon={RotateCcw} onClick={() => setAsks(true)}>
        Resend the event
      </Button>
      <DeleteButton
        what="mail"
        button="Delete"
        run={() => remove(client.inbound.deleteMessage(id), pathTo('inbound', { project }))}
      >
        <p>
          Its content and attachments are deleted, and signed links to them stop working. Its events keep
          their text as long as other events. This cannot be undone.
        </p>
      </DeleteButton>
      {asks && <Replay mail={mail} onClose={() => setAsks(false)} />}
    </>
  )
}
