import { fromTypeId, toTypeId } from '../../../platform/db/ids.js'
import { visibilityOf } from '../../../platform/auth/principal.js'
import type { Handlers } from '../../../platform/http/handler.js'
import { findList } from '../../audience/lists/rows.js'
import { admitProof } from '../../audience/subscriptions/consents.js'
import { refuseOtherDomains } from '../../domains/sender-rules.js'
import type { Admission } from '../../messages/admit/admit.js'
import { admitProject } from '../../workspace/admit-project.js'
import { refuseArchived } from '../../workspace/archived-projects.js'
import { requestSubscription, type OptInDependencies } from './request.js'

export interface OptInHandlerDependencies extends OptInDependencies {
  readonly admission: Admission
}

export function optInHandlers(dependencies: OptInHandlerDependencies): Pick<Handlers, 'requestSubscription'> {
  const { admission } = dependencies
  return {
    requestSubscription: {
      // Who may send is asked on other connections, which no open transaction may wait for.
      prepare: async ({ principal, path, body, db }) => {
        const list = await findList(db, visibilityOf(principal), fromTypeId('lst', path.id))
        const proof = admitProof(body)
        const project = await admitProject(admission.projects, principal, toTypeId('prj', list.project_id))
        refuseArchived(project)
        refuseOtherDomains(principal, list.from_email)
        await admission.senderRules.admitSender(principal.workspaceId, project.environment, list.from_email)
        const request = { project, list, body, proof }
        return async ({ tx }) => ({ status: 202, body: await requestSubscription(tx, dependencies, request) })
      },
    },
  }
}
