import type { Knex } from 'knex'
import type { Principal } from '../../../platform/auth/principal.js'
import type { Request } from '../accept/accept.js'
import { admitMessage, authorizeSend, type Admission } from './admit.js'
import { authorizeReplay } from './authorize-replay.js'
import type { Send } from './send.js'

export interface AdmissionDependencies {
  readonly db: Knex
  readonly admission: Admission
}

/** How a message is admitted on its way in, single or in a batch. */
export function admissionOf(
  { db, admission }: AdmissionDependencies,
  principal: Principal,
  send: Send,
): Pick<Request, 'rendered' | 'authorize' | 'admit' | 'authorizeReplay'> {
  return {
    rendered: send.content.template !== undefined,
    authorize: () => authorizeSend(admission, principal, send),
    admit: (project) => admitMessage(admission, principal, project, send),
    authorizeReplay: (first) => authorizeReplay(db, principal, send, first),
  }
}
