import { RotateCcw, Workflow, Zap } from '../../../icons/icons.js'
import type { Automation, AutomationRun, AutomationRunStatus, ListAutomationRunsRequest } from 'postseal'
import { useState } from 'preact/hooks'
import { useQuery } from '@tanstack/preact-query'
import { client } from '../../../api/client.js'
import { useList } from '../../../api/list.js'
import { pathTo, useParams } from '../../../state/location.js'
import { Button } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { Empty } from '../../../ui/notices/empty.js'
import { ClearFilters, FilterSelect } from '../../../ui/lists/filters.js'
import { later } from '../../../ui/loading/later.js'
import { ErrorNotice } from '../../../ui/notices/notice.js'
import { SearchFilter } from '../../../ui/lists/search-filter.js'
import { Status } from '../../../ui/status.js'
import { wordsOf } from '../../../ui/meaning.js'
import { ListTable, type Column } from '../../../ui/lists/table.js'
import { Time } from '../../../ui/time.js'
import { contactByAddress, useAddresses } from './contact-names.js'
import { RunFigures } from './figures.js'
import { isRetrying, runsKey, useStats } from '../queries.js'
import { RetryProgress } from './retry-progress.js'
import { endingText } from '../words.js'

const Trigger = later('the dialog', () => import('./trigger.js'))
const RetryRuns = later('the dialog', () => import('./retry-runs.js'))

const statuses: readonly AutomationRunStatus[] = [
  'running',
  'waiting',
  'completed',
  'exited',
  'failed',
  'cancelled',
]

/** The filter by status that shows the runs that have not ended. */
const underWay = 'under_way'

/** Runs on a page: the contact of each row is loaded by a call of its own. */
const limit = 25
const look = 15_000

/** The runs of an automation, the newest first. */
export default function Runs({ automation }: { automation: Automation }) {
  const { id, project_id: projectId, status: standing, published_version: published } = automation
  const { params, change } = useParams()
  const stats = useStats(id)
  const [asks, setAsks] = useState<'trigger' | 'retry'>()
  const [notFound, setNotFound] = useState<unknown>()
  const status = statuses.find((each) => each === params.status)
  const { contact: contactId, step, of_version: ofVersion } = params
  const isUnderWay = params.status === underWay
  const filter: Omit<ListAutomationRunsRequest, 'id'> = {
    ...(status !== undefined && { status }),
    ...(isUnderWay && { statuses: ['running', 'waiting'] }),
    ...(contactId !== undefined && { contact_id: contactId }),
  }
  const { running = 0, waiting = 0, failed = 0 } = stats.data?.runs ?? {}
  const list = useList(
    [...runsKey(id), { step, ofVersion }],
    async (query, options) => {
      const page = await client.automations.listRuns(id, query, options)
      const isAt = (run: AutomationRun) =>
        (step === undefined || run.step_key === step) &&
        (ofVersion === undefined || String(run.version) === ofVersion)
      return { data: page.data.filter(isAt), body: page.body }
    },
    {
      filter,
      limit: step === undefined ? limit : 100,
      ...(running + waiting > 0 && { refetchInterval: look }),
    },
  )
  const addresses = useAddresses(list.rows)
  const { data: contact } = useQuery({
    queryKey: ['contacts', contactId],
    queryFn: () => client.contacts.retrieve(contactId ?? ''),
    enabled: contactId !== undefined,
  })
  const search = async (email: string) => {
    setNotFound(undefined)
    if (email === '') return change({ contact: undefined })
    try {
      change({ contact: (await contactByAddress(projectId, email)).id })
    } catch (error) {
      setNotFound(error)
    }
  }
  const columns: readonly Column<AutomationRun>[] = [
    {
      head: 'Contact',
      kind: 'main',
      cell: ({ contact_id }) => addresses.get(contact_id) ?? <span class="mono">{contact_id}</span>,
      width: 200,
    },
    {
      head: 'Status',
      kind: 'side',
      cell: (run) => (
        <span class="row tight-row">
          <Status of={run.status} />
          {run.blocked_by !== null && <Status of="blocked">Held</Status>}
        </span>
      ),
    },
    { head: 'Where it is', cell: (run) => <span title={whereOf(run)}>{whereOf(run)}</span> },
    { head: 'Version', kind: 'extra', cell: ({ version }) => `Version ${version}` },
    { head: 'Begun', kind: 'time', cell: ({ started_at }) => <Time at={started_at} /> },
  ]
  const isFiltered = status !== undefined || isUnderWay || contactId !== undefined || step !== undefined
  const canStart = published !== null && standing === 'active'
  return (
    <>
      <Card
        title="Runs by status"
        actions={
          <>
            {failed > 0 && standing !== 'archived' && (
              <Button
                icon={RotateCcw}
                needs="admin"
                disabled={isRetrying(automation)}
                title={isRetrying(automation) ? 'A retry is running.' : undefined}
                onClick={() => setAsks('retry')}
              >
                Retry failed runs
              </Button>
            )}
            <Button
              icon={Zap}
              needs="admin"
              disabled={!canStart}
              title={canStart ? undefined : 'Runs start only while the automation is active.'}
              onClick={() => setAsks('trigger')}
            >
              Start a run
            </Button>
          </>
        }
      >
        <div class="stack">
          <RunFigures id={id} current={status} />
          <RetryProgress automation={automation} />
        </div>
      </Card>
      <section class="card" aria-label="Runs">
        <div class="filters">
          <SearchFilter
            label="Address of the contact"
            placeholder="Address of a contact"
            value={contactId === undefined ? '' : (contact?.email ?? contactId)}
            onSearch={(email) => void search(email)}
          />
          <FilterSelect
            name="status"
            label="Status"
            any="Any status"
            options={[
              [underWay, 'Running or waiting'],
              ...statuses.map((each) => [each, wordsOf(each)] as const),
            ]}
          />
          <ClearFilters names={['status', 'contact', 'step', 'of_version']} />
        </div>
        {notFound !== undefined && <ErrorNotice error={notFound} />}
        {step !== undefined && (
          <p class="small quiet filter-note">
            Runs at the step <span class="mono">{step}</span>
            {ofVersion !== undefined && ` of version ${ofVersion}`}.
          </p>
        )}
        <ListTable
          caption="Runs"
          columns={columns}
          list={list}
          href={(run) => pathTo(`automations/${id}/runs/${run.id}`)}
          empty={
            <Empty icon={Workflow} title={isFiltered ? 'No matching runs' : 'No run yet'}>
              {published === null
                ? 'Runs start once a version is published.'
                : 'The trigger starts a run for a contact, or you start one manually. Older runs are deleted after the retention time.'}
            </Empty>
          }
        />
      </section>
      {asks === 'trigger' && <Trigger automation={automation} onClose={() => setAsks(undefined)} />}
      {asks === 'retry' && <RetryRuns automation={automation} onClose={() => setAsks(undefined)} />}
    </>
  )
}

/** Returns the reason why a run has ended or failed, or the step that it is at. */
function whereOf({ ended_reason: ended, ended_at: at, step_key: step, error }: AutomationRun): string {
  if (error !== null) return `${step ?? ''}: ${error.message}`
  if (ended !== null) return endingText(ended)
  if (at !== null) return 'After the last step'
  return step === null ? 'After the last step' : `At the step ${step}`
}
