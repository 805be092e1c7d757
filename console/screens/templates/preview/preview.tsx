import type { TemplatePreview } from 'postseal'
import { useState } from 'preact/hooks'
import { Code } from '../../../ui/code/code.js'
import { Facts } from '../../../ui/facts.js'
import { later } from '../../../ui/loading/later.js'
import { hasDarkRules, MailFrame } from '../../../ui/mail/mail-frame.js'
import { ErrorNotice, Notice } from '../../../ui/notices/notice.js'
import { whereOf } from '../editor/problems.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { Badge } from '../../../ui/status.js'
import { TabList } from '../../../ui/controls/tabs.js'
import type { LivePreview } from './use-preview.js'
import { sizeText } from '../../../ui/figures/numbers.js'
import { Measure } from '../../../ui/figures/measure.js'

const Placement = later('the findings', () => import('../../../ui/mail/placement.js'))

/** Bytes of HTML after which Gmail cuts a mail off. */
const gmailLine = 102_000

/** The mail that the typed content produces. */
export function Preview({ of, isMessage }: { of: LivePreview; isMessage: boolean }) {
  const { mail, isStale, isOld, problems, error, retry } = of
  const mistake = problems.find(({ severity }) => severity === 'error')
  return (
    <section class="stack tight" aria-label="Preview">
      {error !== null && (
        <ErrorNotice error={error} title="The preview could not be loaded" onRetry={retry} />
      )}
      {mail === undefined ? (
        isStale ? (
          <Lines what="the preview" count={6} />
        ) : (
          <p class="quiet">
            {mistake === undefined
              ? 'There is nothing to show yet: write HTML or text.'
              : 'The mail appears here once the mistakes are fixed.'}
          </p>
        )
      ) : (
        <div class={`stack tight ${isOld ? 'old-mail' : ''}`}>
          {isOld && (
            <Notice kind="warn" title="This is the last version without mistakes">
              {mistake === undefined
                ? 'Changes made since then are not shown.'
                : `Your latest changes have a mistake. ${whereOf(mistake) ?? 'Content'}: ${mistake.message}`}
            </Notice>
          )}
          {isMessage && <InboxLine mail={mail} />}
          <MailViews mail={mail} isStale={isStale} />
        </div>
      )}
    </section>
  )
}

/** The mail as an inbox lists it: subject and first words, without addresses of links. */
function InboxLine({ mail }: { mail: TemplatePreview }) {
  const from = mail.headers.From
  const preheader = preheaderOf(mail.html ?? '')
  return (
    <div class="inbox-line" role="group" aria-label="As an inbox shows it">
      <span class="small quiet">{from ?? 'The sender of each message'}</span>
      <strong>{mail.subject}</strong>
      <span class="quiet">{preheader ?? firstWords(mail.text)}</span>
      {preheader === undefined && mail.html !== null && (
        <span class="small quiet">Inboxes show the first words, because there is no preheader.</span>
      )}
    </div>
  )
}

/** Returns the preheader, which is hidden at the beginning of the body. */
function preheaderOf(html: string): string | undefined {
  const found = /<div data-preheader\b[^>]*>([\s\S]*?)<\/div>/.exec(html)?.[1]
  if (found === undefined) return undefined
  return new DOMParser().parseFromString(found.replace(/</g, '&lt;'), 'text/html').body.textContent
}

function firstWords(text: string): string {
  return text
    .replace(/\s*\[(?:\[[\w.]+\]|[a-z]+:[^\]\s]*)\]/gi, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 90)
}

/** The views of a mail: one for each way in which readers see it. */
export function MailViews({ mail, isStale = false }: { mail: TemplatePreview; isStale?: boolean }) {
  const [chosen, choose] = useState('desktop')
  const tabs = [
    ...(mail.html === null
      ? []
      : [
          { id: 'desktop', label: 'Desktop' },
          { id: 'phone', label: 'Phone' },
          { id: 'dark', label: 'Dark' },
        ]),
    { id: 'text', label: 'Text' },
    ...(mail.html === null ? [] : [{ id: 'source', label: 'Source' }]),
    { id: 'headers', label: 'Headers' },
    { id: 'placement', label: 'Placement' },
  ]
  const view = tabs.some(({ id }) => id === chosen) ? chosen : 'text'
  const html = mail.html ?? ''
  return (
    <div aria-busy={isStale}>
      <TabList label="Views of the mail" tabs={tabs} chosen={view} onChoose={choose}>
        {(view === 'desktop' || view === 'phone' || view === 'dark') && (
          <div class="stack tight">
            {view === 'dark' && (
              <p class="small quiet">
                {hasDarkRules(html)
                  ? 'Shown by the mail’s own rules for dark mode.'
                  : 'The mail has no rules for dark mode, so some mail programs invert its colours, roughly like this.'}
              </p>
            )}
            <MailFrame html={html} attachments={[]} isPhone={view === 'phone'} isDark={view === 'dark'} />
          </div>
        )}
        {view === 'text' && <Code text={mail.text} what="the text" wrapped />}
        {view === 'source' && <Code text={html} what="the HTML source" wrapped />}
        {view === 'headers' && <Facts of={Object.entries(mail.headers)} />}
        {view === 'placement' && <Placement text={mail.text} html={mail.html} isFilled />}
      </TabList>
      {mail.html !== null && (
        <p class="small quiet size-line">
          HTML of <Measure>{sizeText(mail.html_bytes)}</Measure>; Gmail cuts mail off after{' '}
          <Measure>{sizeText(gmailLine)}</Measure>.{' '}
          {mail.html_bytes > gmailLine && <Badge kind="bad">too long</Badge>}
        </p>
      )}
    </div>
  )
}
