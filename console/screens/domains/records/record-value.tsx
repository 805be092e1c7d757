import { useState } from 'preact/hooks'
import { Copy, Copyable } from '../../../ui/code/copy.js'
import { kindNames } from '../words.js'
import { Found } from './difference.js'
import { valueAs, type NameStyle } from './name-style.js'
import { adviceOn, isHeldBack, isOperators, valueOf, type DomainRecord } from './records.js'

/** Number of characters from which a value is shown in part. */
const long = 110

/** Problems whose advice says no more than that the record in the row has to be published. */
const plain: ReadonlySet<string> = new Set([
  'dkim_missing',
  'spf_missing',
  'mx_missing',
  'dmarc_missing',
  'return_path_missing',
])

/** The value to publish, what was found in its place, and what to do about it. */
export function RecordValue({ record, style }: { record: DomainRecord; style: NameStyle }) {
  const { expected, found, status, problem } = record
  const value = valueOf(record)
  const advice = status === 'unchecked' || plain.has(problem ?? '') ? null : adviceOn(record)
  const others = found.filter((text) => status !== 'ok' || text.replace(/\.$/, '') !== value)
  return (
    <div class="stack value">
      <Expected record={record} style={style} />
      {others.length > 0 && (
        <ul class="found small">
          {others.map((text) => (
            <li key={text}>
              <span class="quiet">Found: </span>
              <Found expected={status === 'ok' ? null : expected} found={text} />
            </li>
          ))}
        </ul>
      )}
      {advice !== null && <p class="small wrap">{advice}</p>}
    </div>
  )
}

function Expected({ record, style }: { record: DomainRecord; style: NameStyle }) {
  const { kind, type, selector, status } = record
  const expected = valueOf(record)
  if (status === 'not_needed') return null
  if (isHeldBack(record)) {
    return <span class="quiet">Held back until the service has a public name</span>
  }
  if (expected === null) {
    return <span class="quiet">{isOperators(record) ? 'The operator decides' : 'You decide'}</span>
  }
  const title = kindNames[kind] ?? kind
  const whole = selector === null ? title : `${title} ${selector}`
  if (type !== 'MX') {
    const value = valueAs(type, expected, style)
    return <Value text={value} what={`the value of the ${whole} record`} />
  }
  // DNS consoles ask for the priority and the server separately.
  const [priority = '', server = ''] = expected.split(' ')
  return (
    <span class="row">
      <Copyable text={priority} what="the priority" />
      <Copyable text={valueAs(type, server, style)} what="the server" />
    </span>
  )
}

/** A value with its copy button. Of a long one, the first line is shown until somebody asks for all of it. */
function Value({ text, what }: { text: string; what: string }) {
  const [isWhole, setIsWhole] = useState(false)
  if (text.length <= long) return <Copyable text={text} what={what} />
  return (
    <span class="long-value">
      <span class={`mono ${isWhole ? 'wrap' : 'cut'}`} title={isWhole ? undefined : text}>
        {text}
      </span>
      <Copy text={text} what={what} />
      <button
        type="button"
        class="link small"
        aria-expanded={isWhole}
        aria-label={`${isWhole ? 'Show less of' : 'Show all of'} ${what}`}
        onClick={() => setIsWhole(!isWhole)}
      >
        {isWhole ? 'Less' : 'All'}
      </button>
    </span>
  )
}
