import type { Domain } from 'postseal'
import { Button } from '../../../ui/controls/button.js'
import { ErrorNotice, Notice } from '../../../ui/notices/notice.js'
import { Time } from '../../../ui/time.js'
import type { Checking } from './checking.js'
import { sentencesOn, waitsFor } from './sentences.js'

/** The state of a domain, the next thing to do, and the times of the last and the next check. */
export function Standing({ domain, checking }: { domain: Domain; checking: Checking }) {
  const { busy, error, isWatched, every, check } = checking
  const { kind, title, words } = sentencesOn(domain)
  return (
    <>
      <Notice
        kind={kind}
        title={title}
        actions={
          <Button busy={busy} needs="admin" onClick={() => void check()}>
            {busy ? 'Checking…' : 'Check now'}
          </Button>
        }
      >
        <p>{words}</p>
        <p class="small quiet">
          {domain.checked_at === null ? (
            'Not checked yet'
          ) : (
            <>
              Last checked <Time at={domain.checked_at} />
            </>
          )}{' '}
          ·{' '}
          {isWatched ? (
            `checked every ${Math.round(every / 1000)} seconds while you look · ${waitsFor(domain)}`
          ) : (
            <>
              the service checks again <Time at={domain.next_check_at} />
            </>
          )}
        </p>
      </Notice>
      {error !== undefined && <ErrorNotice error={error} title="The last check failed" />}
    </>
  )
}
