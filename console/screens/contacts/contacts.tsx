import { ContactRound } from '../../icons/icons.js'
import type { Contact } from 'postseal'
import { client } from '../../api/client.js'
import { useProjectList } from '../../api/project-list.js'
import { pathTo, useParams } from '../../state/location.js'
import { AddLink, Adding, ListScreen } from '../../app/list-screen.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { ExportButton } from '../../ui/lists/export-button.js'
import { ClearFilters, sinceOf, SpanFilter } from '../../ui/lists/filters.js'
import { ParamFilter } from '../../ui/lists/search-filter.js'
import { Badge } from '../../ui/status.js'
import type { Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { AddContact } from './add-contact.js'
import { isAddress } from './address.js'
import { CallSamples } from './samples.js'

const columns: readonly Column<Contact>[] = [
  {
    head: 'Address',
    kind: 'main',
    cell: ({ email, unsubscribed_at: left }) => (
      <span title={email}>
        {email}
        {left !== null && (
          <>
            {' '}
            <Badge>Unsubscribed</Badge>
          </>
        )}
      </span>
    ),
    width: 220,
  },
  { head: 'Name', cell: ({ name }) => name ?? '', width: 180 },
  { head: 'Added', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
]

const firstCall = {
  verb: 'PUT',
  path: '/v1/contacts',
  method: ['contacts.upsert', 'contacts.upsert'],
} as const

/** The people that a project writes to. */
export default function Contacts() {
  const { params } = useParams()
  const filter = {
    ...(params.email && { email: params.email }),
    ...sinceOf(params.time),
  }
  const isPart = params.email !== undefined && !isAddress(params.email)
  const { project, asked, ...list } = useProjectList(
    ['contacts', 'list'],
    (query, options) => client.contacts.list(query, options),
    {
      filter,
      enabled: !isPart,
    },
  )
  const isFiltered = Object.keys(filter).length > 0
  const add = <AddLink screen="contacts">New contact</AddLink>
  return (
    <ListScreen
      title="Contacts"
      hint={project && `The people that ${project.name} writes to.`}
      actions={
        <>
          <LinkButton href={pathTo('erasures')}>Erasures</LinkButton>
          <LinkButton href={pathTo('contacts/import', { project: params.project })}>Import</LinkButton>
          <ExportButton
            name="contacts.csv"
            csv={(signal) => client.contacts.exportCsv(asked, { signal })}
            disabled={isPart || list.rows === undefined || list.rows.length === 0}
            title="CSV, newest first"
          />
        </>
      }
      add={add}
      filters={
        <div class="filters" role="search">
          <ParamFilter
            name="email"
            label="Address"
            placeholder="Find an address, such as ada@example.com"
            title="The full address, in any case"
          />
          <SpanFilter of={['24h', '7d', '30d']} label="Added" any="Added at any time" />
          <ClearFilters names={['email', 'time']} />
        </div>
      }
      columns={columns}
      list={{ ...list, rows: isPart ? [] : list.rows }}
      href={({ id }) => pathTo(`contacts/${id}`)}
      empty={
        isFiltered ? (
          <Empty
            icon={ContactRound}
            title={
              isPart
                ? 'Enter a full address'
                : params.email
                  ? `${params.email} is not a contact here`
                  : 'No matching contacts'
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
                ? `The search takes a full address. “${params.email}” is only part of one.`
                : 'The search covers the selected project. Mail to an address may exist even without a contact.')}
          </Empty>
        ) : (
          <Empty
            icon={ContactRound}
            title="No contacts yet"
            action={add}
            sample={
              project && (
                <CallSamples
                  {...firstCall}
                  body={{
                    project_id: project.id,
                    email: 'ada@example.com',
                    name: 'Ada Lovelace',
                    properties: { plan: 'pro', seats: 5 },
                  }}
                  what="A first contact"
                />
              )
            }
          >
            A contact is an address with properties of its owner. Segments, templates, campaigns and
            automations use them.
          </Empty>
        )
      }
    >
      <Adding>{(onClose) => <AddContact email={params.email} onClose={onClose} />}</Adding>
    </ListScreen>
  )
}
