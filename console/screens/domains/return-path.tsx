import type { Domain } from 'postseal'
import { Status, type Meaning } from '../../ui/status.js'
import { Time } from '../../ui/time.js'

/** What mail of the domain does now, by the status of its own return path. */
const uses: Readonly<Record<string, readonly [words: string, meaning: Meaning, effect: string]>> = {
  active: ['In use', 'good', 'Mail leaves with it: SPF aligns with the domain in From, beside DKIM.'],
  pending: [
    'Not in use yet',
    'neutral',
    'Mail leaves with the return path of the service until a check of the verified domain finds the record. Only DKIM aligns till then.',
  ],
  broken: [
    'Not in use',
    'warn',
    'The record is not found any more. Mail leaves with the return path of the service until it is, and nothing is lost: only DKIM aligns.',
  ],
  not_needed: ['Not needed', 'off', 'Mail leaves with the return path of the service in any case.'],
}

/** Whether mail leaves with the domain's own return path, since when, and what that means. */
export function ReturnPath({ domain: { return_path } }: { domain: Domain }) {
  const { domain, status, since } = return_path
  const [words, meaning, effect] = uses[status] ?? [status, 'neutral', '']
  return (
    <div class="inside stack tight">
      <p class="row">
        <span class="mono wrap">{domain}</span>
        <Status of={status} as={meaning}>
          {words}
        </Status>
        {since !== null && (
          <span class="small quiet">
            since <Time at={since} absolute />
          </span>
        )}
      </p>
      <p class="small quiet wrap">{effect}</p>
    </div>
  )
}
