import { useQuery } from '@tanstack/preact-query'
import { Activity, X } from '../../../icons/icons.js'
import type { ContactEvent } from 'postseal'
import { client } from '../../../api/client.js'
import { useList } from '../../../api/list.js'
import { pathTo, useParams } from '../../../state/location.js'
import { Button, LinkButton } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { Json } from '../../../ui/code/code.js'
import { Copyable } from '../../../ui/code/copy.js'
import { Empty } from '../../../ui/notices/empty.js'
import { Facts } from '../../../ui/facts.js'
import { ClearFilters } from '../../../ui/lists/filters.js'
import { SearchFilter } from '../../../ui/lists/search-filter.js'
import { ListTable, Table, type Column } from '../../../ui/lists/table.js'
import { Time } from '../../../ui/time.js'
import { PropertiesTable } from '../properties/properties-card.js'
import { summaryOf } from '../properties/property-rows.js'

/** Number of events shown on the profile. */
const recent = 5

const columns: readonly Column<ContactEvent>[] = [
  { head: 'Event', kind: 'main', cell: ({ name }) => <span class="mono">{name}</span>, width: 140 },
  { head: 'Properties', cell: ({ properties }) => summaryOf(properties), width: 240 },
  { head: 'Happened', kind: 'time', cell: ({ at }) => <Time at={at} /> },
]

/** The events of a contact, the newest record first. One of them can be opened. */
export function ContactEvents({ contactId }: { contactId: string }) {
  const { params, change } = useParams()
  const filter = params.name ? { name: params.name } : {}
  const list = useList(
    ['contacts', contactId, 'events'],
    (query, options) => client.contacts.listEvents(contactId, query, options),
    { filter },
  )
  const opened = list.rows?.find(({ id }) => id === params.event)
  return (
    <>
      {opened && (
        <OpenedEvent event={opened} onClose={() => change({ event: undefined, cursor: params.cursor })} />
      )}
      <section class="card" aria-label="Events">
        <div class="filters" role="search">
          <SearchFilter
            value={params.name ?? ''}
            label="Name of the event"
            placeholder="Find by name, such as order_placed"
            onSearch={(name) => change({ name, event: undefined })}
          />
          <ClearFilters names={['name']} />
        </div>
        <ListTable
          caption="Events of the contact"
          columns={columns}
          list={list}
          href={({ id }) => pathTo(`contacts/${contactId}`, { ...params, part: 'events', event: id })}
          empty={
            params.name ? (
              <Empty
                icon={Activity}
                title={`No events named ${params.name}`}
                action={
                  <LinkButton href={pathTo(`contacts/${contactId}`, { part: 'events' })}>Show all</LinkButton>
                }
              >
                The search takes a full name, as it was recorded.
              </Empty>
            ) : (
              <Empty icon={Activity} title="No event yet">
                Events record what the contact did in your application, such as an order. Segments and
                automations use them.
              </Empty>
            )
          }
        />
      </section>
    </>
  )
}

function OpenedEvent({ event, onClose }: { event: ContactEvent; onClose: () => void }) {
  return (
    <Card
      title={<span class="mono">{event.name}</span>}
      actions={<Button kind="plain" icon={X} label="Close the event" onClick={onClose} />}
    >
      <div class="stack">
        <Facts
          of={[
            ['Id', <Copyable key="id" text={event.id} what="the event’s id" />],
            ['Happened', <Time key="at" at={event.at} absolute />],
            ['Recorded', <Time key="recorded" at={event.created_at} absolute />],
          ]}
        />
        <div class="card">
          <PropertiesTable
            caption="Properties of the event"
            properties={event.properties}
            none="No properties."
          />
        </div>
        <details>
          <summary>As JSON</summary>
          <Json value={event} what="the event" />
        </details>
      </div>
    </Card>
  )
}

/** The newest few events, with a link to all. */
export function RecentEvents({ contactId }: { contactId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['contacts', contactId, 'events', 'recent'],
    queryFn: async () => (await client.contacts.listEvents(contactId, { limit: recent })).data,
  })
  const path = pathTo(`contacts/${contactId}`, { part: 'events' })
  return (
    <Card title="Newest events" bare actions={<LinkButton href={path}>All events</LinkButton>}>
      <Table
        caption="Newest events"
        columns={columns.filter(({ head }) => head !== 'Properties')}
        rows={data}
        keyOf={({ id }) => id}
        href={({ id }) => pathTo(`contacts/${contactId}`, { part: 'events', event: id })}
        error={error}
        onRetry={() => void refetch()}
        empty={<p class="inside quiet">No events yet.</p>}
      />
    </Card>
  )
}
