import { Copyable } from '../../ui/copy.js'
import { Facts } from '../../ui/facts.js'
import { Badge, Status } from '../../ui/status.js'
import { Found } from './difference.js'
import { nameWithin } from './names.js'
import { kindNames, kindPurposes, statusOf, type DomainRecord } from './words.js'

/** One DNS record: what it is for, what to publish, and what was found. */
export function RecordFacts({ record, zone }: { record: DomainRecord; zone: string | undefined }) {
  const { kind, need, type, name, expected, found, status, advice } = record
  const { words, meaning } = statusOf(record)
  const title = kindNames[kind] ?? kind
  const isSame = status === 'ok' || expected === null
  return (
    <li class="record">
      <div class="row spread">
        <span class="row">
          <h3>{title}</h3>
          <Badge>{need}</Badge>
        </span>
        <Status of={status} as={meaning}>
          {words}
        </Status>
      </div>
      <p class="small quiet">{kindPurposes[kind]}</p>
      {advice !== null && status !== 'ok' && <p class="wrap">{advice}</p>}
      <Facts
        of={[
          ['Type', type],
          [
            'Name',
            <Copyable key="name" text={nameWithin(name, zone)} what={`the name of the ${title} record`} />,
          ],
          ...(expected === null ? [] : valuesOf(type, expected, title)),
          [
            'Found',
            found.length === 0 ? (
              <span class="quiet">{status === 'missing' ? 'Nothing' : '–'}</span>
            ) : (
              <ul class="stack tight">
                {found.map((text) => (
                  <li key={text}>
                    <Found expected={isSame ? null : expected} found={text} />
                  </li>
                ))}
              </ul>
            ),
          ],
        ]}
      />
      {status === 'ok' && advice !== null && <p class="small wrap">{advice}</p>}
    </li>
  )
}

/** What to publish. Of an MX record, DNS consoles ask for priority and server one by one. */
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
