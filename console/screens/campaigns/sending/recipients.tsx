import { useQuery } from '@tanstack/preact-query'
import { Users } from '../../../icons/icons.js'
import { NotFoundError, type Campaign, type CampaignRecipient } from 'postseal'
import { client } from '../../../api/client.js'
import { useList } from '../../../api/list.js'
import { pathTo, useParams } from '../../../state/location.js'
import { LinkButton } from '../../../ui/controls/button.js'
import { Empty } from '../../../ui/notices/empty.js'
import { ClearFilters, FilterSelect } from '../../../ui/lists/filters.js'
import { Status } from '../../../ui/status.js'
import { wordsOf } from '../../../ui/meaning.js'
import { ListTable, type Column } from '../../../ui/lists/table.js'
import { reasonOfOne } from '../words.js'

const statuses = [
  'pending',
  'skipped',
  'queued',
  'deferred',
  'delivered',
  'bounced',
  'failed',
  'cancelled',
] as const satisfies readonly CampaignRecipient['status'][]

/** Recipients on a page: few, since the address of each contact is loaded by a call of its own. */
const pageSize = 20

const columns: readonly Column<CampaignRecipient>[] = [
  { head: 'Contact', kind: 'main', cell: ({ contact_id }) => <Address id={contact_id} />, width: 220 },
  { head: 'Status', kind: 'side', cell: ({ status }) => <Status of={status} /> },
  { head: 'Why', cell: (recipient) => whyOf(recipient), width: 200 },
  {
    head: 'Mail',
    kind: 'time',
    cell: ({ message_id, log_id }) =>
      message_id === null ? (
        <span class="quiet">none</span>
      ) : (
        <LinkButton kind="plain" href={pathTo(`messages/${message_id}`, { log: log_id ?? undefined })}>
          Message
        </LinkButton>
      ),
  },
]

/** The recipients of the campaign, with the outcome of each. */
export default function Recipients({ campaign: { id } }: { campaign: Campaign }) {
  const { params } = useParams()
  const status = statuses.find((one) => one === params.status)
  const list = useList(
    ['campaigns', id, 'recipients'],
    (query, options) => client.campaigns.listRecipients(id, query, options),
    { filter: { ...(status && { status }) }, limit: pageSize },
  )
  return (
    <section class="card" aria-label="Recipients">
      <div class="filters" role="search">
        <FilterSelect
          name="status"
          label="Status"
          any="Any status"
          options={statuses.map((one) => [one, wordsOf(one)])}
          first
        />
        <ClearFilters names={['status']} />
      </div>
      <ListTable
        caption="Recipients"
        columns={columns}
        list={list}
        keyOf={({ contact_id }) => contact_id}
        href={({ contact_id }) => pathTo(`contacts/${contact_id}`)}
        empty={
          status === undefined ? (
            <Empty icon={Users} title="No recipients">
              The audience was empty when the campaign started, or it is still being found.
            </Empty>
          ) : (
            <Empty
              icon={Users}
              title={`No ${wordsOf(status).toLowerCase()} recipients`}
              action={
                <LinkButton href={pathTo(`campaigns/${id}`, { part: 'recipients' })}>Show all</LinkButton>
              }
            />
          )
        }
      />
    </section>
  )
}

/** A contact's address; the contact's id until the address is known, and if the contact no longer exists. */
function Address({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['contacts', id],
    queryFn: () => client.contacts.retrieve(id),
    staleTime: 60_000,
  })
  if (data !== undefined) return <>{data.email}</>
  return (
    <>
      <span class="mono">{id}</span>
      {error instanceof NotFoundError && <span class="quiet"> (erased)</span>}
    </>
  )
}

function whyOf({ reason, detail, status }: CampaignRecipient): string {
  if (reason === null) return detail ?? ''
  const text = `It ${reasonOfOne(reason)}`
  return detail === null || status === 'skipped' ? text : `${text}: ${detail}`
}
