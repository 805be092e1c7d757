import { useQuery } from '@tanstack/preact-query'
import { Activity, Pencil } from '../../../icons/icons.js'
import type { Contact, Suppression } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { pathTo, useParams } from '../../../state/location.js'
import { awaitedScreen, Screen } from '../../../app/screen.js'
import { Button, LinkButton } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { Copyable } from '../../../ui/code/copy.js'
import { Facts, ProjectLink } from '../../../ui/facts.js'
import { Notice } from '../../../ui/notices/notice.js'
import { Badge, Status } from '../../../ui/status.js'
import { PartTabs } from '../../../ui/controls/tabs.js'
import { Time } from '../../../ui/time.js'
import { nameOf } from '../../suppressions/reasons.js'
import { ContactEvents, RecentEvents } from './contact-events.js'
import { ContactMail, RecentMail } from './contact-mail.js'
import { ContactRuns } from './contact-runs.js'
import { ContactSubscriptions } from './contact-subscriptions.js'
import { ContactTopics } from './contact-topics.js'
import { EditContact } from './edit-contact.js'
import { Leave } from './leave.js'
import { PropertiesCard } from '../properties/properties-card.js'
import { RecordEvent } from './record-event.js'

const parts = [
  ['', 'Profile'],
  ['events', 'Events'],
  ['mail', 'Mail'],
  ['subscriptions', 'Subscriptions'],
  ['topics', 'Topics'],
  ['runs', 'Runs'],
] as const

/** One contact: its data, its events, its mail, and the ways to remove it. */
export default function ContactScreen({ id = '' }: { id?: string }) {
  const { params } = useParams()
  const query = useQuery({ queryKey: ['contacts', id], queryFn: () => client.contacts.retrieve(id) })
  const { data: contact } = query
  const above = <a href={pathTo('contacts', { project: contact?.project_id })}>Contacts</a>
  if (contact === undefined) return awaitedScreen({ title: 'Contact', above, query })
  const part = params.part ?? ''
  return (
    <Screen
      title={contact.email}
      above={above}
      beside={
        <>
          {contact.unsubscribed_at !== null && <Status of="unsubscribed" />}
          <Badge kind={contact.environment}>{contact.environment}</Badge>
        </>
      }
      hint={contact.name === null ? undefined : <span class="wrap">{contact.name}</span>}
      actions={<Actions contact={contact} />}
    >
      <SuppressionOf email={contact.email} projectId={contact.project_id} />
      <PartTabs label="Parts of the contact" parts={parts} screen={`contacts/${id}`} current={part} />
      {part === '' && <Profile contact={contact} />}
      {part === 'events' && <ContactEvents contactId={id} />}
      {part === 'mail' && <ContactMail contact={contact} />}
      {part === 'subscriptions' && <ContactSubscriptions contact={contact} />}
      {part === 'topics' && <ContactTopics contact={contact} />}
      {part === 'runs' && <ContactRuns contact={contact} />}
    </Screen>
  )
}

function Actions({ contact }: { contact: Contact }) {
  const [asks, setAsks] = useState<'edit' | 'event'>()
  const close = () => setAsks(undefined)
  return (
    <>
      <Button icon={Activity} needs="admin" onClick={() => setAsks('event')}>
        Record an event
      </Button>
      <Button icon={Pencil} kind="main" needs="admin" onClick={() => setAsks('edit')}>
        Edit
      </Button>
      {asks === 'edit' && <EditContact contact={contact} onClose={close} />}
      {asks === 'event' && <RecordEvent contactId={contact.id} onClose={close} />}
    </>
  )
}

function Profile({ contact }: { contact: Contact }) {
  return (
    <>
      <div class="contact-cards">
        <Card title="Profile">
          <Facts
            of={[
              ['Id', <Copyable key="id" text={contact.id} what="the contact’s id" />],
              ['Address', <Copyable key="email" text={contact.email} what="the address" />],
              ['Name', contact.name ?? undefined],
              ['Project', <ProjectLink key="project" id={contact.project_id} />],
              [
                'Campaigns',
                contact.unsubscribed_at === null ? (
                  'Receives campaigns and automations'
                ) : (
                  <>
                    Opted out of campaigns and automations since{' '}
                    <Time at={contact.unsubscribed_at} absolute />
                  </>
                ),
              ],
              ['Added', <Time key="added" at={contact.created_at} absolute />],
              ['Changed', <Time key="changed" at={contact.updated_at} absolute />],
            ]}
          />
        </Card>
        <PropertiesCard properties={contact.properties} />
        <RecentMail contact={contact} />
        <RecentEvents contactId={contact.id} />
      </div>
      <Card title="Delete or erase">
        <Leave contact={contact} />
      </Card>
    </>
  )
}

/** Says that nothing is sent to the address, if it is suppressed. */
function SuppressionOf({ email, projectId }: { email: string; projectId: string }) {
  const { data } = useQuery({
    queryKey: ['suppressions', 'of', email],
    queryFn: async () => (await client.suppressions.list({ email, limit: 10 })).data,
  })
  const found = data?.find(({ project_id }: Suppression) => project_id === null || project_id === projectId)
  if (found === undefined) return null
  return (
    <Notice
      kind="warn"
      title="Mail to this address is suppressed"
      actions={<LinkButton href={pathTo(`suppressions/${found.id}`)}>Why</LinkButton>}
    >
      Suppressed since <Time at={found.suppressed_at} absolute />: {nameOf(found.reason).toLowerCase()}.
    </Notice>
  )
}
