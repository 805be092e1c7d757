import { Copyable } from '../../../ui/code/copy.js'
import { Facts } from '../../../ui/facts.js'
import { Badge, Status } from '../../../ui/status.js'
import { Found } from './difference.js'
import { nameWithin } from './names.js'
import { isOutstanding, type DomainRecord } from './records.js'
import { kindNames, kindPurposes, statusOf } from '../words.js'

/** One DNS record: its purpose, the value to publish, and the value found. */
export function RecordFacts({ record, zone }: { record: DomainRecord; zone: string | undefined }) {
  const { kind, need, type, name, selector, expected, status, advice } = record
  const { words, meaning } = statusOf(record)
  const title = kindNames[kind] ?? kind
  const whole = selector === null ? title : `${title} ${selector}`
  return (
    <li>
      {/* What is well, and what nobody needs, is there for who looks for it. */}
      <details class="record" open={isOutstanding(record) && (need !== 'optional' || status === 'wrong')}>
        <summary>
          <h3>{title}</h3>
          {selector !== null && <span class="small quiet mono">{selector}</span>}
          <Badge>{need}</Badge>
          <Status of={status} as={meaning}>
            {words}
          </Status>
        </summary>
        <div class="stack tight">
          <p class="small quiet">{kindPurposes[kind]}</p>
          {advice !== null && <p class="wrap">{advice}</p>}
          <Facts
            of={[
              ['Type', type],
              [
                'Name',
                <Copyable
                  key="name"
                  text={nameWithin(name, zone)}
                  what={`the name of the ${whole} record`}
                />,
              ],
              ...(expected === null ? [] : valuesOf(type, expected, whole)),
              ['Found', <FoundList key="found" record={record} />],
            ]}
          />
        </div>
      </details>
    </li>
  )
}

function FoundList({ record: { status, expected, found } }: { record: DomainRecord }) {
  if (found.length === 0) return <span class="quiet">{status === 'missing' ? 'Nothing' : '–'}</span>
  return (
    <ul class="stack tight">
      {found.map((text) => (
        <li key={text}>
          <Found expected={status === 'ok' ? null : expected} found={text} />
        </li>
      ))}
    </ul>
  )
}

/** The values to publish. DNS consoles ask for priority and server of an MX record separately. */
function valuesOf(type: string, expected: string, title: string) {
  if (type !== 'MX') {
    return [
      ['Value', <Copyable key="value" text={expected} what={`the value of the ${title} record`} />] as const,
    ]
  }
  const [priority = '', server = ''] = expected.split(' ')
  return [
    ['Priority', <Copyable key="priority" text={priority} what="the priority" />] as const,
    ['Server', <Copyable key="server" text={server} what="the server" />] as const,
  ]
}
