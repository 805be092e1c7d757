import { LRUCache } from 'lru-cache'
import type { Uuid, WorkspaceId } from '../../../platform/db/ids.js'
import type { Environment } from '../../../platform/auth/principal.js'
import { withParents } from '../names.js'
import type { DkimKey, DkimKeyStore, KeyedDomain } from './key-store.js'
import type { SigningKey } from '../../../mail/dkim/signing-key.js'
import { atMostEntries } from '../../../../base/caches/at-most-entries.js'

/** The workspace, environment and sender's domain of a message to sign. */
export interface Signed {
  readonly workspaceId: WorkspaceId
  readonly environment: Environment
  /** The domain of the From field, as A-labels in lower case. */
  readonly fromDomain: string
}

/** Finds the keys that a message is signed with; none if the workspace has none for the domain. */
export type SigningKeys = (message: Signed) => Promise<readonly SigningKey[]>

/** Milliseconds for which keys are cached, and so for which mail is still signed for a domain that was removed. */
const someSeconds = 5_000

interface Asked {
  readonly workspaceId: WorkspaceId
  readonly fromDomain: string
}

/**
 * Returns the finder of keys: those of the workspace's domain, or of the nearest one above it, because receivers take
 * a signature of either for the sender's (relaxed alignment, RFC 7489, section 3.1.1). A domain from before there
 * were keys gets its own here. Mail that goes to the sink is always signed, by the development key at least, so that
 * trials there see the mail that would leave.
 *
 * @param staysHere true if live mail goes to the sink too
 */
export function signingKeys(store: DkimKeyStore, staysHere: boolean, cachedMs = someSeconds): SigningKeys {
  /** Keys that are being made in this process, by their domain. */
  const making = new Map<Uuid, Promise<void>>()

  const own = new LRUCache<string, readonly SigningKey[], Asked>({
    ...atMostEntries(10_000),
    ttl: cachedMs,
    fetchMethod: async (_key, _stale, { context }) => (await ownKeys(context)).map(opened),
  })
  const development = new LRUCache<'key', SigningKey>({
    ...atMostEntries(1),
    ttl: cachedMs,
    fetchMethod: async () => opened(await store.developmentKey()),
  })

  async function ownKeys({ workspaceId, fromDomain }: Asked): Promise<readonly DkimKey[]> {
    const names = withParents(fromDomain)
    const domain = await store.find(workspaceId, names)
    if (domain === undefined || domain.keys.some(({ algorithm }) => algorithm === 'rsa'))
      return domain?.keys ?? []
    await makeOnce(workspaceId, domain)
    return (await store.find(workspaceId, names))?.keys ?? []
  }

  /**
   * Makes a domain's key once, even if several senders below it ask at the same time, because a key takes some tenths
   * of a second.
   */
  function makeOnce(workspaceId: WorkspaceId, domain: KeyedDomain): Promise<void> {
    const begun = making.get(domain.id)
    if (begun !== undefined) return begun
    const made = store.make(workspaceId, domain, 'rsa').finally(() => making.delete(domain.id))
    making.set(domain.id, made)
    return made
  }

  return async ({ workspaceId, environment, fromDomain }) => {
    const context = { workspaceId, fromDomain }
    const keys = (await own.fetch(`${workspaceId} ${fromDomain}`, { context })) ?? []
    if (keys.length > 0 || (environment === 'live' && !staysHere)) return keys
    const key = await development.fetch('key')
    return key === undefined ? [] : [{ ...key, domain: fromDomain }]
  }
}

function opened(key: DkimKey): SigningKey {
  const { domain, selector, algorithm } = key
  return { domain, selector, algorithm, privateKey: key.open() }
}
