import type { ApiKey } from 'postseal'
import { Time } from '../../ui/time.js'

/** When a key was last used, in a sentence. */
export function LastUse({ of: { last_used_at: at } }: { of: ApiKey }) {
  return at === null ? (
    <>No use of it is known.</>
  ) : (
    <>
      Last used <Time at={at} />.
    </>
  )
}
