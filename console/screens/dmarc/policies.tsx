import { ShieldCheck } from '../../icons/icons.js'
import type { DmarcRamp } from 'postseal'
import { client } from '../../api/client.js'
import { useList } from '../../api/list.js'
import { pathTo } from '../../state/location.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Empty } from '../../ui/notices/empty.js'
import { Status } from '../../ui/status.js'
import { ListTable, type Column } from '../../ui/lists/table.js'
import { isHeldBack, shareText, stageName } from './words.js'

const columns: readonly Column<DmarcRamp>[] = [
  { head: 'Domain', kind: 'main', cell: ({ domain }) => domain, width: 200 },
  {
    head: 'Next step',
    kind: 'side',
    cell: (ramp) =>
      ramp.next_stage === null ? (
        <Status of="completed">Done</Status>
      ) : (
        <Status of={!ramp.ready || isHeldBack(ramp) ? 'blocked' : 'ready'}>
          {!ramp.ready ? 'Too early' : isHeldBack(ramp) ? 'Held back' : 'Ready'}
        </Status>
      ),
  },
  { head: 'Policy', cell: ({ stage }) => stageName(stage) },
  { head: 'Next', cell: ({ next_stage }) => (next_stage === null ? '' : stageName(next_stage)) },
  {
    head: 'Passed',
    kind: 'number',
    cell: ({ evidence }) => shareText(evidence.aligned, evidence.messages),
  },
  { head: 'Messages', kind: 'number', cell: ({ evidence }) => evidence.messages.toLocaleString() },
]

/** The state of each domain's policy. */
export function Policies() {
  const list = useList(['dmarc-ramps', 'list'], (query, options) => client.dmarc.listRamps(query, options))
  return (
    <section class="card" aria-label="Policies">
      <ListTable
        caption="Policies"
        columns={columns}
        list={list}
        keyOf={({ domain_id }) => domain_id}
        href={({ domain_id }) => pathTo(`dmarc/${domain_id}`)}
        empty={
          <Empty
            icon={ShieldCheck}
            title="No domains yet"
            action={
              <LinkButton href={pathTo('domains', { new: '1' })} kind="main" needs="admin">
                New domain
              </LinkButton>
            }
          >
            A DMARC policy tells receivers to refuse mail that pretends to be yours. You tighten it step by
            step as the reports allow.
          </Empty>
        }
      />
    </section>
  )
}
