import type { ApiKey } from 'postseal'
import { Time } from '../../ui/time.js'

/** Says in a sentence when a key was last used. */
export function LastUse({ of: { last_used_at: at } }: { of: ApiKey }) {
  return at === null ? (
    <>Not used yet.</>
  ) : (
    <>
      Last used <Time at={at} />.
    </>
  )
}
