import { useQuery } from '@tanstack/preact-query'
import { Download } from '../../icons/icons.js'
import type { Message, MessageContent } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { useMay } from '../../state/session.js'
import { Button } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Code } from '../../ui/code/code.js'
import { saveAs } from '../../ui/lists/csv.js'
import { Facts } from '../../ui/facts.js'
import { later } from '../../ui/loading/later.js'
import { MailFrame } from '../../ui/mail/mail-frame.js'
import { ErrorNotice, Notice } from '../../ui/notices/notice.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { TabList } from '../../ui/controls/tabs.js'
import { sizeText } from '../../ui/figures/numbers.js'
import { Measure } from '../../ui/figures/measure.js'

const Placement = later('the findings', () => import('../../ui/mail/placement.js'))

/** The content of a sent message: as a reader shows it, as text, as source, its header and attachments. */
export function Content({ message }: { message: Message }) {
  const may = useMay('admin')
  const {
    data: content,
    error,
    refetch,
  } = useQuery({
    queryKey: ['messages', message.id, 'content'],
    queryFn: () => client.messages.retrieveContent(message.id),
    enabled: may,
    staleTime: Infinity,
  })
  if (!may) {
    return (
      <Notice>
        Needs the role admin: content can include links that sign somebody in, such as a password reset.
      </Notice>
    )
  }
  if (error !== null)
    return (
      <ErrorNotice error={error} title="The content could not be loaded" onRetry={() => void refetch()} />
    )
  if (content === undefined) return <Lines what="the content" count={6} />
  return (
    <div class="stack">
      {content.mime_entity !== null && (
        <Notice>
          This message was submitted signed, encrypted or as an invitation, and was sent unchanged. Its
          readable parts are below.
        </Notice>
      )}
      <Card bare>
        <div class="inside">
          <Views content={content} />
        </div>
      </Card>
      {content.attachments.length > 0 && <Attachments content={content} />}
    </div>
  )
}

function Views({ content }: { content: MessageContent }) {
  const views: readonly (readonly [id: string, label: string])[] = [
    ...(content.html === null
      ? []
      : ([
          ['desktop', 'Desktop'],
          ['phone', 'Phone'],
        ] as const)),
    ['text', 'Text'],
    ...(content.html === null ? [] : ([['source', 'HTML source']] as const)),
    ['headers', 'Headers'],
    ['placement', 'Placement'],
  ]
  const [chosen, choose] = useState(views[0]?.[0] ?? 'text')
  return (
    <TabList
      label="Views"
      tabs={views.map(([id, label]) => ({ id, label }))}
      chosen={chosen}
      onChoose={choose}
    >
      {(chosen === 'desktop' || chosen === 'phone') && (
        <MailFrame html={content.html ?? ''} attachments={content.attachments} isPhone={chosen === 'phone'} />
      )}
      {chosen === 'text' && <Code text={content.text} what="the text" wrapped />}
      {chosen === 'source' && <Code text={content.html ?? ''} what="the HTML source" wrapped />}
      {chosen === 'placement' && (
        <Placement text={content.text} html={content.html} id={content.message_id} />
      )}
      {chosen === 'headers' && (
        <Facts
          of={[
            ['Subject', content.subject],
            ['From', addressText({ email: content.from_email, name: content.from_name })],
            ['To', content.to.map(addressText).join(', ')],
            ['Cc', content.cc.length === 0 ? undefined : content.cc.map(addressText).join(', ')],
            ['Bcc', content.bcc.length === 0 ? undefined : content.bcc.map(addressText).join(', ')],
            [
              'Reply-To',
              content.reply_to.length === 0 ? undefined : content.reply_to.map(addressText).join(', '),
            ],
            ...Object.entries(content.headers).map(([name, value]) => [name, String(value)] as const),
          ]}
        />
      )}
    </TabList>
  )
}

function addressText({ email, name }: { email: string; name?: string | null }): string {
  return name === undefined || name === null ? email : `${name} <${email}>`
}

function Attachments({ content }: { content: MessageContent }) {
  return (
    <Card title="Attachments">
      <ul class="stack tight">
        {content.attachments.map(({ filename, content_type, size, content: base64 }) => (
          <li key={filename} class="row spread">
            <span class="wrap">
              {filename}{' '}
              <span class="small quiet">
                {content_type}, <Measure>{sizeText(size)}</Measure>
              </span>
            </span>
            <Button
              icon={Download}
              onClick={() => {
                const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
                // As bytes, whatever it claims to be: the browser saves it and opens nothing.
                saveAs(filename, new Blob([bytes], { type: 'application/octet-stream' }))
              }}
            >
              Save
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
