import { ContactRound, Plus } from '../../icons/icons.js'
import type { Contact } from 'postseal'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { useProject, useProjectsError } from '../../api/project.js'
import { pathTo, useParams } from '../../state/location.js'
import { Screen } from '../../app/screen.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Samples } from '../../ui/code/code.js'
import { Empty } from '../../ui/notices/empty.js'
import { ExportButton } from '../../ui/lists/export-button.js'
import { ClearFilters, sinceOf, SpanFilter } from '../../ui/lists/filters.js'
import { SearchFilter } from '../../ui/lists/search-filter.js'
import { Status } from '../../ui/status.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { AddContact } from './add-contact.js'
import { isAddress } from './address.js'
import { samplesOf } from './samples.js'

const columns: readonly Column<Contact>[] = [
  { head: 'Address', kind: 'main', cell: ({ email }) => email, width: 220 },
  {
    head: 'Campaigns',
    kind: 'side',
    cell: ({ unsubscribed_at }) => (unsubscribed_at === null ? '' : <Status of="unsubscribed" />),
  },
  { head: 'Name', cell: ({ name }) => name ?? '', width: 180 },
  { head: 'Added', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** The people that a project writes to. */
export default function Contacts() {
  const project = useProject()
  const projects = useProjectsError()
  const { params, change } = useParams()
  const filter = {
    ...(project && { project_id: project.id }),
    ...(params.email && { email: params.email }),
    ...sinceOf(params.time),
  }
  const isPart = params.email !== undefined && !isAddress(params.email)
  const list = useList(
    ['contacts', 'list', filter],
    (cursor, options) => client.contacts.list({ limit: 50, ...filter, ...cursor }, options),
    { enabled: project !== undefined && !isPart },
  )
  const isFiltered = Object.keys(filter).length > 1
  const add = (
    <LinkButton href={pathTo('contacts', { ...params, new: '1' })} kind="main" icon={Plus} needs="admin">
      Add a contact
    </LinkButton>
  )
  return (
    <Screen
      title="Contacts"
      hint={project && `The people that ${project.name} writes to.`}
      actions={
        <>
          <LinkButton href={pathTo('erasures')}>Erasures</LinkButton>
          <LinkButton href={pathTo('contacts/import', { project: params.project })}>Import</LinkButton>
          <ExportButton
            name="contacts.csv"
            csv={(signal) => client.contacts.exportCsv(filter, { signal })}
            disabled={isPart || list.rows === undefined || list.rows.length === 0}
            title="CSV, the newest first"
          />
          {add}
        </>
      }
    >
      <section class="card" aria-label="Contacts">
        <div class="filters" role="search">
          <SearchFilter
            value={params.email ?? ''}
            label="Address"
            placeholder="Find an address, such as ada@example.com"
            title="The whole address, in any case"
            onSearch={(email) => change({ email })}
          />
          <SpanFilter of={['24h', '7d', '30d']} label="Added" any="Added at any time" />
          <ClearFilters names={['email', 'time']} />
        </div>
        <Table
          caption="Contacts"
          columns={columns}
          rows={isPart ? [] : list.rows}
          keyOf={({ id }) => id}
          href={({ id }) => pathTo(`contacts/${id}`)}
          error={projects.error ?? list.error}
          onRetry={projects.error === null ? list.onRetry : projects.retry}
          pages={list.pages}
          empty={
            isFiltered ? (
              <Empty
                icon={ContactRound}
                title={
                  isPart
                    ? 'Type the whole address'
                    : params.email
                      ? `${params.email} is no contact here`
                      : 'No contact is like this'
                }
                action={
                  <>
                    <LinkButton href={pathTo('contacts')}>Show all</LinkButton>
                    {params.email && !isPart && (
                      <LinkButton href={pathTo('messages', { recipient: params.email })}>
                        Messages to it
                      </LinkButton>
                    )}
                  </>
                }
              >
                {params.email &&
                  (isPart
                    ? `Addresses are found whole: “${params.email}” is a part of one.`
                    : 'Addresses are found in the project that is chosen above. Mail may have gone to it all the same.')}
              </Empty>
            ) : (
              <Empty
                icon={ContactRound}
                title="No contact yet"
                action={add}
                sample={
                  project && (
                    <Samples
                      of={samplesOf(
                        { verb: 'PUT', path: '/v1/contacts', method: ['contacts.upsert', 'contacts.upsert'] },
                        {
                          project_id: project.id,
                          email: 'ada@example.com',
                          name: 'Ada Lovelace',
                          properties: { plan: 'pro', seats: 5 },
                        },
                      )}
                      what="A first contact"
                    />
                  )
                }
              >
                A contact is an address with what you know of its owner. Segments choose by it, templates name
                it, and campaigns and automations write to it.
              </Empty>
            )
          }
        />
      </section>
      {params.new !== undefined && (
        <AddContact email={params.email} onClose={() => change({ new: undefined }, true)} />
      )}
    </Screen>
  )
}
