import type { Domain } from 'postseal'
import { Copyable } from '../../../ui/code/copy.js'
import { Table, type Column } from '../../../ui/lists/table.js'
import { Badge, Status } from '../../../ui/status.js'
import { kindNames, kindPurposes, standingOf } from '../words.js'
import { nameAs, type NameStyle } from './name-style.js'
import { RecordValue } from './record-value.js'
import { isHeldBack, isOperators, type DomainRecord } from './records.js'

function columnsOf(style: NameStyle): readonly Column<DomainRecord>[] {
  return [
    { head: 'Record', kind: 'main', cell: (record) => <Purpose record={record} /> },
    { head: 'Status', kind: 'side', cell: (record) => <Standing record={record} /> },
    { head: 'Type', cell: ({ type }) => type },
    {
      head: 'Name',
      cell: (record) =>
        isHeldBack(record) && isOperators(record) ? (
          <span class="quiet">–</span>
        ) : (
          <Copyable
            text={nameAs(record.name, style)}
            what={`the name of the ${kindNames[record.kind] ?? record.kind} record`}
          />
        ),
    },
    { head: 'Value', cell: (record) => <RecordValue record={record} style={style} /> },
  ]
}

function Purpose({ record }: { record: DomainRecord }) {
  const { kind, selector } = record
  return (
    <>
      {kindNames[kind] ?? kind}
      {selector !== null && <span class="small quiet mono"> {selector}</span>}
      <span class="below small quiet">{kindPurposes[kind]}</span>
      {isOperators(record) && <span class="below small">Published by the operator, once</span>}
    </>
  )
}

function Standing({ record }: { record: DomainRecord }) {
  const { words, meaning } = standingOf(record)
  return (
    <span class="stack standing">
      <Status of={record.status} as={meaning}>
        {words}
      </Status>
      {record.status !== 'not_needed' && record.need !== 'optional' && <Badge>{record.need}</Badge>}
    </span>
  )
}

/** The records of a domain: those that matter, and folded those that are optional or not needed here. */
export function RecordTable({ domain, style }: { domain: Domain; style: NameStyle }) {
  const needed = domain.records.filter(({ status }) => status !== 'not_needed')
  const main = needed.filter(({ need }) => need !== 'optional')
  const optional = needed.filter(({ need }) => need === 'optional')
  const others = domain.records.filter(({ status }) => status === 'not_needed')
  const published = optional.filter(({ status }) => status === 'ok').length
  return (
    <>
      <Rows caption="DNS records" records={main} style={style} />
      {optional.length > 0 && (
        <details class="fold" open={optional.some(({ status }) => status === 'wrong')}>
          <summary>
            <span>
              Optional: {namesOf(optional)}
              <span class="quiet">
                {' '}
                · {published === 0 ? 'none' : `${published} of ${optional.length}`} published
              </span>
            </span>
          </summary>
          <Rows caption="Optional records" records={optional} style={style} />
        </details>
      )}
      {others.length > 0 && (
        <details class="fold">
          <summary>Not needed here: {namesOf(others)}</summary>
          <Rows caption="Records that are not needed" records={others} style={style} />
        </details>
      )}
    </>
  )
}

function Rows({
  caption,
  records,
  style,
}: {
  caption: string
  records: readonly DomainRecord[]
  style: NameStyle
}) {
  return (
    <div class="record-table">
      <Table
        caption={caption}
        columns={columnsOf(style)}
        rows={records}
        keyOf={({ kind, name }) => `${kind} ${name}`}
        empty={<p class="inside quiet">No record is needed here.</p>}
      />
    </div>
  )
}

function namesOf(records: readonly DomainRecord[]): string {
  return records.map(({ kind }) => kindNames[kind] ?? kind).join(', ')
}
