import { useQuery } from '@tanstack/preact-query'
import type { DmarcRamp } from 'postseal'
import { client } from '../../api/client.js'
import { pathTo } from '../../state/location.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { LinkButton } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Copyable } from '../../ui/code/copy.js'
import { Facts } from '../../ui/facts.js'
import { NoPublicName } from '../../ui/notices/no-public-name.js'
import { Notice } from '../../ui/notices/notice.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'
import { isHeldBack, shareText, stageName, stages } from './words.js'

/**
 * The steps of one domain to a policy that stops others: its current step, the obstacles, and the record to publish.
 */
export default function Ramp({ id = '' }: { id?: string }) {
  const query = useQuery({
    queryKey: ['dmarc-ramps', id],
    queryFn: () => client.dmarc.retrieveRamp(id),
  })
  const { data: ramp } = query
  const above = <a href={pathTo('dmarc', { part: 'policies' })}>DMARC policies</a>
  if (ramp === undefined) return awaitedScreen({ title: 'DMARC policy', above, what: 'policy', query })
  const { current_record, next_record } = ramp
  const waits = isHeldBack(ramp)
  return (
    <Screen
      title={ramp.domain}
      above={above}
      hint={`DMARC: ${stageName(ramp.stage)}`}
      actions={
        <>
          <LinkButton href={pathTo(`domains/${id}`)}>Domain</LinkButton>
          <LinkButton href={pathTo('dmarc', { domain: id })}>Sources</LinkButton>
        </>
      }
    >
      {waits && ramp.ready ? <WaitsForName /> : <Next ramp={ramp} />}
      <div class="columns">
        <Card title="Steps to p=reject">
          <Stages ramp={ramp} />
        </Card>
        <Evidence ramp={ramp} />
      </div>
      {next_record !== null && !waits && (
        <Card
          title="Next record"
          hint={
            ramp.ready
              ? 'Publish it in place of the current record.'
              : 'Publish it once nothing is in the way.'
          }
        >
          <Record record={next_record} />
        </Card>
      )}
      <Card title="Current record" hint="From the last check.">
        {current_record === null ? <p class="quiet">None found.</p> : <Record record={current_record} />}
      </Card>
      <Unexplained ramp={ramp} />
    </Screen>
  )
}

function WaitsForName() {
  return (
    <NoPublicName>
      Until then the next record is held back: it would name this machine, where no report can arrive.
    </NoPublicName>
  )
}

function Next({ ramp: { ready, next_stage, blockers, stage } }: { ramp: DmarcRamp }) {
  if (next_stage === null) {
    return (
      <Notice kind="good" title="The policy is complete">
        Receivers refuse mail that pretends to be from this domain.
      </Notice>
    )
  }
  if (ready) {
    return (
      <Notice kind="good" title={`Ready for the next step: ${stageName(next_stage)}`}>
        {stages.find(([each]) => each === next_stage)?.[2]} Publish the next record below.
      </Notice>
    )
  }
  return (
    <Notice kind="warn" title={stage === null ? 'No policy in effect' : 'Not ready for the next step'}>
      <ul class="hints">
        {blockers.map(({ code, message }) => (
          <li key={`${code} ${message}`}>{message}</li>
        ))}
      </ul>
    </Notice>
  )
}

function Stages({ ramp }: { ramp: DmarcRamp }) {
  const at = stages.findIndex(([stage]) => stage === ramp.stage)
  return (
    <ol class="stages">
      {stages.map(([stage, name, meaning], i) => (
        <li
          key={stage}
          class={i < at ? 'done' : i === at ? 'now' : ''}
          aria-current={i === at ? 'step' : undefined}
        >
          {name}
          {i === at && ' (today)'}
          {stage === ramp.next_stage && ' (next)'}
          <span class="small quiet stage-meaning">{meaning}</span>
        </li>
      ))}
    </ol>
  )
}

function Evidence({ ramp: { evidence } }: { ramp: DmarcRamp }) {
  const { messages, reporters, unauthorized } = evidence
  const counted = (count: number) => `${count.toLocaleString()} (${shareText(count, messages)})`
  return (
    <Card
      title="Reports"
      hint={
        <>
          <Time at={evidence.since} absolute /> to <Time at={evidence.until} absolute />
        </>
      }
    >
      <Facts
        of={[
          ['Messages', messages.toLocaleString()],
          ['Passed DMARC', counted(evidence.aligned)],
          ['Signed by the domain', counted(evidence.dkim_aligned)],
          ['Passed SPF', counted(evidence.spf_aligned)],
          [
            'Left out',
            unauthorized === 0
              ? undefined
              : `${unauthorized.toLocaleString()} messages from sources that are not yours`,
          ],
          ['Reports', evidence.reports.toLocaleString()],
          ['From', reporters.length === 0 ? undefined : reporters.join(', ')],
        ]}
      />
      {messages === 0 && <p class="quiet">Receivers report once a day while a DMARC record asks for it.</p>}
    </Card>
  )
}

function Record({ record: { type, name, value } }: { record: NonNullable<DmarcRamp['next_record']> }) {
  return (
    <Facts
      of={[
        ['Type', type],
        ['Name', <Copyable key="name" text={name} what="the record’s name" />],
        ['Value', <Copyable key="value" text={value} what="the record’s value" />],
      ]}
    />
  )
}

type Source = DmarcRamp['evidence']['unexplained_sources'][number]

const columns: readonly Column<Source>[] = [
  { head: 'Source', kind: 'main', cell: ({ hostname, address }) => hostname ?? address },
  { head: 'Address', cell: ({ hostname, address }) => (hostname === null ? '' : address) },
  { head: 'Sends as', cell: ({ header_from }) => header_from },
  { head: 'Messages', kind: 'number', cell: ({ messages }) => messages.toLocaleString() },
]

function Unexplained({ ramp: { domain_id, evidence } }: { ramp: DmarcRamp }) {
  if (evidence.unexplained_sources.length === 0) return null
  return (
    <Card
      title="Unexplained sources"
      hint="Mark each as yours or not yours to move on."
      bare
      actions={
        <LinkButton href={pathTo('dmarc', { domain: domain_id, kind: 'unexplained', review: 'none' })}>
          Review sources
        </LinkButton>
      }
    >
      <Table
        caption="Unexplained sources"
        columns={columns}
        rows={evidence.unexplained_sources}
        keyOf={({ source_id }) => source_id}
        href={({ source_id }) =>
          pathTo('dmarc', { domain: domain_id, kind: 'unexplained', source: source_id })
        }
        empty={null}
      />
    </Card>
  )
}
