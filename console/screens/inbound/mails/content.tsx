import { useQuery } from '@tanstack/preact-query'
import { Download } from '../../../icons/icons.js'
import type { InboundMessageDetail } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { useParams } from '../../../state/location.js'
import { Button } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { Code } from '../../../ui/code/code.js'
import { saveAs } from '../../../ui/lists/csv.js'
import { Facts } from '../../../ui/facts.js'
import { later } from '../../../ui/loading/later.js'
import { hasDarkRules, MailFrame } from '../../../ui/mail/mail-frame.js'
import { messageOf, Notice } from '../../../ui/notices/notice.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { Badge } from '../../../ui/status.js'
import { TabList } from '../../../ui/controls/tabs.js'
import { toast } from '../../../ui/notices/toast.js'
import { newText } from '../words.js'
import { sizeText } from '../../../ui/figures/numbers.js'
import { Measure } from '../../../ui/figures/measure.js'

const Source = later('the source', () => import('./source.js'))

/** Maximum size of the images inside a mail that are loaded without asking, in bytes. */
const maxInline = 5_000_000

/** The content of a mail: as a reader shows it, as text, its header, parts and source, and its attachments. */
export function Content({ mail }: { mail: InboundMessageDetail }) {
  return (
    <div class="stack">
      {mail.truncated && (
        <Notice kind="warn">
          This view is incomplete: text or HTML beyond 1 MiB, attachments after the first 100, or headers
          beyond 256 KiB are left out. The source is complete.
        </Notice>
      )}
      <Card bare>
        <div class="inside">
          <Views mail={mail} />
        </div>
      </Card>
      {mail.attachments.length > 0 && <Attachments mail={mail} />}
    </div>
  )
}

function viewsOf(mail: InboundMessageDetail): readonly (readonly [id: string, label: string])[] {
  const { html, text } = mail
  const isQuoting = text !== null && newText(mail) !== text.trim()
  return [
    ...(isQuoting ? ([['new', 'Without quotes']] as const) : []),
    ...(html === null
      ? []
      : ([
          ['desktop', 'Desktop'],
          ['phone', 'Phone'],
          ['dark', 'Dark'],
        ] as const)),
    ...(text === null ? [] : ([['text', 'Text']] as const)),
    ...(html === null ? [] : ([['html', 'HTML source']] as const)),
    ...(mail.headers.length === 0 ? [] : ([['headers', 'Headers']] as const)),
    ['parts', 'Parts'],
    ['source', 'Source'],
  ]
}

function Views({ mail }: { mail: InboundMessageDetail }) {
  const { params, change } = useParams()
  const views = viewsOf(mail)
  const chosen = views.find(([id]) => id === params.view)?.[0] ?? views[0]?.[0] ?? 'source'
  return (
    <TabList
      label="Views of the mail"
      tabs={views.map(([id, label]) => ({ id, label }))}
      chosen={chosen}
      onChoose={(view) => change({ view }, true)}
    >
      {chosen === 'new' && (
        <div class="stack tight">
          <Code text={newText(mail)} what="the text without quotes" wrapped />
          <p class="small quiet">
            Without the quoted message and the signature, as far as Postseal could find them.
          </p>
        </div>
      )}
      {(chosen === 'desktop' || chosen === 'phone' || chosen === 'dark') && (
        <Seen mail={mail} isPhone={chosen === 'phone'} isDark={chosen === 'dark'} />
      )}
      {chosen === 'text' && <Code text={mail.text ?? ''} what="the text" wrapped />}
      {chosen === 'html' && <Code text={mail.html ?? ''} what="the HTML source" wrapped />}
      {chosen === 'headers' && <Facts of={mail.headers.map(({ name, value }) => [name, value] as const)} />}
      {(chosen === 'parts' || chosen === 'source') && <Source mail={mail} view={chosen} />}
    </TabList>
  )
}

function Seen({ mail, isPhone, isDark }: { mail: InboundMessageDetail; isPhone: boolean; isDark: boolean }) {
  const html = mail.html ?? ''
  const shown = inlineImagesOf(mail)
  const { data: images = [], isLoading } = useQuery({
    queryKey: ['inbound-messages', mail.id, 'images'],
    queryFn: () => Promise.all(shown.map((image) => inlined(mail.id, image))),
    enabled: shown.length > 0,
    staleTime: Infinity,
  })
  if (isLoading) return <Lines what="its images" count={6} />
  return (
    <div class="stack tight">
      {isDark && (
        <p class="small quiet">
          {hasDarkRules(html)
            ? 'By the mail’s own rules for dark.'
            : 'The mail has no rules for dark, so some programs invert its colours, about like this.'}
        </p>
      )}
      <MailFrame html={html} attachments={images} isPhone={isPhone} isDark={isDark} />
    </div>
  )
}

type Attachment = InboundMessageDetail['attachments'][number]

/** Returns the images that the HTML takes from the mail itself: other servers learn nothing when they are shown. */
function inlineImagesOf({ html, attachments }: InboundMessageDetail): readonly Attachment[] {
  let bytes = 0
  return attachments
    .filter(
      ({ content_id: cid, content_type: type }) =>
        cid !== null && /^image\/[\w.+-]+$/i.test(type) && (html ?? '').includes(`cid:${cid}`),
    )
    .filter(({ size }) => (bytes += size) <= maxInline)
}

async function inlined(mailId: string, { id, content_id, content_type }: Attachment) {
  const file = await client.inbound.downloadAttachment(mailId, id)
  return { content_id, content_type, content: await base64Of(file) }
}

async function base64Of(file: Blob): Promise<string> {
  let binary = ''
  for (const byte of new Uint8Array(await file.arrayBuffer())) binary += String.fromCharCode(byte)
  return btoa(binary)
}

function Attachments({ mail }: { mail: InboundMessageDetail }) {
  return (
    <Card title="Attachments" hint="The sender chose these names. Open only attachments that you expect.">
      <ul class="stack tight">
        {mail.attachments.map((attachment) => (
          <li key={attachment.id} class="row spread">
            <span class="wrap">
              {attachment.filename ?? '(no name)'}{' '}
              <span class="small quiet">
                {attachment.content_type}, <Measure>{sizeText(attachment.size)}</Measure>
              </span>{' '}
              {attachment.disposition === 'inline' && <Badge>inline</Badge>}
            </span>
            <SaveAttachment mailId={mail.id} of={attachment} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function SaveAttachment({ mailId, of: { id, filename } }: { mailId: string; of: Attachment }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const file = await client.inbound.downloadAttachment(mailId, id)
      // As bytes, whatever it claims to be: the browser saves it and opens nothing.
      saveAs(filename ?? id, new Blob([file], { type: 'application/octet-stream' }))
    } catch (error) {
      toast(`No file was saved. ${messageOf(error)}`)
    }
    setBusy(false)
  }
  return (
    <Button icon={Download} busy={busy} label={`Save ${filename ?? id}`} onClick={() => void save()}>
      Save
    </Button>
  )
}
