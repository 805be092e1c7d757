import { fromTypeId } from '../../../platform/db/ids.js'
import type { KeyStore } from '../../../platform/auth/keys.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import { admitTaking, findKey } from '../../workspace/keys/managed-keys.js'
import { stopKey } from './stop-key.js'

/** Milliseconds for which a request cancels mail; clients wait longer for its reply. */
const maxMs = 8_000

export interface StopKeyDependencies {
  readonly keys: KeyStore
  readonly wakes: Wakes
}

export function stopKeyHandlers({ keys, wakes }: StopKeyDependencies) {
  return {
    stopApiKey: {
      // Its mail may be many thousands of messages, which are cancelled in transactions of their own.
      prepare: async ({ principal, path, body, db, inTurn }) => {
        const { workspaceId } = principal
        const key = await findKey(db, principal, fromTypeId('key', path.id))
        admitTaking(principal, key, { verb: 'stop', participle: 'stopped' })
        const request = { workspaceId, id: key.id, keepMail: body?.keep_mail === true, maxMs }
        const forget = (secretHash: Buffer) => keys.forget(secretHash)
        const stopping = { forget, wakeWebhooks: wakes.webhooks }
        const { reply } = await inTurn(() => stopKey(db, request, stopping))
        return () => Promise.resolve({ status: 200 as const, body: reply })
      },
    },
  } satisfies Partial<Handlers>
}
