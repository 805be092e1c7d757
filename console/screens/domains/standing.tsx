import type { Domain } from 'postseal'
import { Button } from '../../ui/controls/button.js'
import { ErrorNotice, Notice } from '../../ui/notices/notice.js'
import { Time } from '../../ui/time.js'
import type { Checking } from './checking.js'
import { isOperators, lackingOf } from './records/records.js'
import { kindNames, statusOf } from './words.js'

/** The state of a domain, the next thing to do, and the times of the last and the next check. */
export function Standing({ domain, checking }: { domain: Domain; checking: Checking }) {
  const { busy, error, isWatched, every, check } = checking
  const { kind, title, words } = wordsOn(domain)
  return (
    <>
      <Notice kind={kind} title={title}>
        <p>{words}</p>
        <p class="small quiet">
          {domain.checked_at === null ? (
            'Not looked at yet'
          ) : (
            <>
              Looked last <Time at={domain.checked_at} />
            </>
          )}{' '}
          ·{' '}
          {isWatched ? (
            `checked every ${Math.round(every / 1000)} seconds while you look · ${waitsFor(domain)}`
          ) : (
            <>
              the service looks again by itself <Time at={domain.next_check_at} />
            </>
          )}
        </p>
        <div class="row check-now">
          <Button busy={busy} needs="admin" onClick={() => void check()}>
            {busy ? 'Checking…' : 'Check now'}
          </Button>
        </div>
      </Notice>
      {error !== undefined && <ErrorNotice error={error} title="The last check did not work" />}
    </>
  )
}

function waitsFor(domain: Domain): string {
  const pending = domain.dkim_keys.filter(({ status }) => status === 'pending').length
  const lacking = lackingOf(domain)
  if (lacking.length > 0) return `waits for ${listed(lacking.map(({ kind }) => kindNames[kind] ?? kind))}`
  return pending > 0 ? 'waits for the record of the new DKIM key' : 'waits for the DNS to answer'
}

function wordsOn(domain: Domain): {
  kind: 'info' | 'good' | 'warn' | 'bad'
  title: string
  words: string
} {
  const lacking = lackingOf(domain)
  const own = lacking.filter((record) => !isOperators(record))
  const required = domain.records.filter(({ need }) => need === 'required').length
  const sum = lacking
    .map((record) => `${kindNames[record.kind] ?? record.kind} (${statusOf(record).words.toLowerCase()})`)
    .join(', ')
  const todo =
    own.length > 0
      ? 'Publish the records below where the DNS of the domain is kept. Changes may take from minutes to hours to be seen.'
      : 'What is left is the operator’s to publish, at the return path of this service.'
  if (domain.vouched) {
    return {
      kind: 'good',
      title: 'The operator vouches for this domain',
      words: 'Live projects send from it, whatever its records say.',
    }
  }
  switch (domain.status) {
    case 'verified':
      return {
        kind: 'good',
        title: 'Live projects can send from this domain',
        words: 'Every required record is there.',
      }
    case 'degraded':
      return {
        kind: 'warn',
        title: `Mend this before ${domain.fails_at === null ? 'it fails' : shortTime(domain.fails_at)}`,
        words: `Not as it should be: ${sum}. Mail still goes out until then. ${todo}`,
      }
    case 'failed':
      return {
        kind: 'bad',
        title: 'Live projects cannot send from this domain',
        words: `Not as it should be: ${sum}. As soon as a check finds everything, sending goes on. ${todo}`,
      }
    default:
      return domain.checked_at === null
        ? { kind: 'info', title: `Publish ${required} records`, words: todo }
        : {
            kind: 'info',
            title: `${required - lacking.length} of ${required} required records are there`,
            words: `Left: ${sum}. ${todo}`,
          }
  }
}

function shortTime(at: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en').format([...new Set(names)])
}
