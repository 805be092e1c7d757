import type { Knex } from 'knex'
import type { Sender } from '../../workspace/admit-project.js'
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
  sender: Sender,
  send: Send,
): Pick<Request, 'rendered' | 'authorize' | 'admit' | 'authorizeReplay'> {
  return {
    rendered: send.content.template !== undefined,
    authorize: () => authorizeSend(admission, sender, send),
    admit: (project) => admitMessage(admission, sender, project, send),
    authorizeReplay: (first) => authorizeReplay(db, sender, send, first),
  }
}
