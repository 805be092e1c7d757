import { useQuery } from '@tanstack/preact-query'
import { Send } from '../../../icons/icons.js'
import type { Campaign, CampaignPreview } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { pathTo } from '../../../state/location.js'
import { Card } from '../../../ui/card.js'
import { Button } from '../../../ui/controls/button.js'
import { ErrorNotice, Notice } from '../../../ui/notices/notice.js'
import { SearchFilter } from '../../../ui/lists/search-filter.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { MailViews } from '../../templates/preview/preview.js'
import { SendTest } from './send-test.js'
import { reasonOfOne } from '../words.js'

/** The mail as a contact would get it, and whether the contact would get it. */
export default function Preview({ campaign, isUnsaved }: { campaign: Campaign; isUnsaved: boolean }) {
  const [email, setEmail] = useState('')
  const [tests, setTests] = useState(false)
  const { id, project_id, updated_at } = campaign
  const contact = useQuery({
    queryKey: ['contacts', 'of', project_id, email.toLowerCase()],
    queryFn: async () => (await client.contacts.list({ project_id, email, limit: 1 })).data[0] ?? null,
    enabled: email.includes('@'),
  })
  const isSome = email === ''
  const found = isSome ? undefined : contact.data?.id
  const preview = useQuery({
    queryKey: ['campaigns', id, 'preview', updated_at, found],
    queryFn: () => client.campaigns.preview(id, found === undefined ? {} : { contact_id: found }),
    enabled: isSome || found !== undefined,
    placeholderData: (before, query) => (query?.queryKey[4] === found ? before : undefined),
  })
  const isStranger = !isSome && (!email.includes('@') || contact.data === null)
  return (
    <Card
      title="Preview"
      actions={
        <Button icon={Send} onClick={() => setTests(true)}>
          Send a test…
        </Button>
      }
    >
      <div class="stack">
        <div class="row">
          <SearchFilter
            value={email}
            label="Contact of the preview"
            placeholder="Address of a contact"
            title="The full address of a contact"
            onSearch={setEmail}
          />
          {!isSome && <Button onClick={() => setEmail('')}>Any contact</Button>}
        </div>
        {isUnsaved && (
          <p class="small quiet">The preview shows the saved campaign. Save to see your changes.</p>
        )}
        {isStranger ? (
          <Notice kind="warn" title={`${email} is not a contact of the project`}>
            Type the full address of a contact.{' '}
            <a href={pathTo('contacts', { project: project_id })}>Contacts</a>
          </Notice>
        ) : (
          <Shown {...preview} error={contact.error ?? preview.error} campaign={campaign} email={email} />
        )}
        {tests && (
          <SendTest
            campaign={campaign}
            contact={found === undefined ? undefined : { id: found, email }}
            onClose={() => setTests(false)}
          />
        )}
      </div>
    </Card>
  )
}

function Shown({
  data,
  error,
  refetch,
  campaign,
  email,
}: {
  data: CampaignPreview | undefined
  error: unknown
  refetch: () => unknown
  campaign: Campaign
  email: string
}) {
  if (error !== null && error !== undefined)
    return (
      <ErrorNotice
        error={error}
        title="The mail to this contact cannot be rendered"
        onRetry={() => void refetch()}
      />
    )
  if (data === undefined) return <Lines what="the preview" count={6} />
  return (
    <>
      <Recipient of={data.recipient} campaign={campaign} email={email} />
      <Mail mail={data.mail} />
    </>
  )
}

/** Says whether the contact gets the mail, and what decides that. */
function Recipient({
  of,
  campaign,
  email,
}: {
  of: CampaignPreview['recipient']
  campaign: Campaign
  email: string
}) {
  if (of === null) {
    return (
      <Notice kind="warn" title="The audience is empty">
        Values that come from a contact are shown as their names in brackets.
      </Notice>
    )
  }
  const who = email === '' ? 'A contact of the audience' : email
  const profile = <a href={pathTo(`contacts/${of.contact_id}`)}>Open the contact</a>
  if (of.included) {
    return (
      <Notice kind="good" title={`${who} gets it`}>
        {profile}
      </Notice>
    )
  }
  const { segment_id: within, exclude_segment_id: without } = campaign.audience
  const segment =
    of.reason === 'excluded_by_segment' ? without : of.reason === 'not_in_segment' ? within : null
  return (
    <Notice kind="warn" title={`${who} does not get it: ${reasonOfOne(of.reason ?? '')}`}>
      {profile}
      {segment !== null && (
        <>
          {' · '}
          <a href={pathTo(`segments/${segment}`, { part: 'why', explain: of.contact_id })}>
            See why in the segment’s rule
          </a>
        </>
      )}
    </Notice>
  )
}

function Mail({ mail }: { mail: CampaignPreview['mail'] }) {
  return (
    <div class="stack">
      <p>
        <span class="quiet">Subject</span> <strong class="wrap">{mail.subject}</strong>
      </p>
      <MailViews mail={mail} />
      {mail.warnings.length > 0 && (
        <Notice kind="warn" title="Warnings">
          <ul>
            {mail.warnings.map(({ code, message, variable, url }) => (
              <li key={`${code} ${variable} ${url}`}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
