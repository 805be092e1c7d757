import type { Knex } from 'knex'
import type { operations } from '../../../../generated/api-types.js'
import { visibilityOf, type Principal } from '../../../platform/auth/principal.js'
import { fromTypeId, newUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { storageRefusalOf } from '../../../platform/db/connection/storage-refusal.js'
import { ApiError, refusedValue } from '../../../platform/http/errors/api-error.js'
import { exportRows } from '../../../platform/http/lists/export-rows.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { visibleTo } from '../../../platform/http/access/visible.js'
import { takingFile } from '../../audience/csv/uploads.js'
import type { SubscriberListRow } from '../../audience/lists/list-rows.js'
import { refuseOtherDomains } from '../../domains/sender-rules.js'
import type { Admission } from '../../messages/admit/admit.js'
import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import { admitProject } from '../../workspace/projects/admit-project.js'
import { refuseArchived } from '../../workspace/projects/archived-projects.js'
import type { Project } from '../../workspace/projects/projects.js'
import { contactFormat } from './columns.js'
import { deleteFile, storeFile } from './file.js'
import { lineColumns, refusedLines } from './lines.js'
import { findImport, listImports, lockImport, presentImport } from './import-rows.js'
import { insertImport, lockWorkspaceImports, refuseTooManyRunning } from './start.js'
import { endImport } from './work.js'

type ImportQuery = NonNullable<operations['importContacts']['parameters']['query']>

export interface ContactImportDependencies {
  readonly admission: Admission
  readonly wakes: Wakes
}

export function contactImportHandlers({ admission, wakes }: ContactImportDependencies) {
  return {
    importContacts: {
      // The file takes as long as its sender likes, and is stored while no transaction is open.
      prepare: async ({ principal, query, body, db }) => {
        const { workspaceId } = principal
        const project = await admitProject(admission.projects, principal, query.project_id)
        refuseArchived(project)
        const list = await admitList(db, admission, principal, { project, query })
        await refuseTooManyRunning(db, workspaceId)
        const id = newUuid()
        const format = contactFormat(query.columns, query.consent === 'proof')
        const file = await takingFile(workspaceId, () =>
          storeFile(db, workspaceId, id, { file: body, format }),
        )
        return async ({ tx }) => {
          deleteIfRefused(db, tx.sql, workspaceId, id)
          await lockWorkspaceImports(tx.sql, workspaceId)
          // Others may have begun while the file arrived.
          await refuseTooManyRunning(tx.sql, workspaceId)
          const to = { workspaceId, project, listId: list?.id ?? null, consent: query.consent ?? null }
          const row = await insertImport(tx.sql, id, to, file)
          tx.afterCommit(wakes.programs)
          return { status: 202, body: presentImport(row) }
        }
      },
    },

    listContactImports: async ({ principal, query, db }) => ({
      status: 200,
      body: await listImports(db, visibilityOf(principal), query),
    }),

    retrieveContactImport: async ({ principal, path, db }) => ({
      status: 200,
      body: presentImport(await findImport(db, visibilityOf(principal), fromTypeId('cim', path.id))),
    }),

    cancelContactImport: {
      prepare: async ({ principal, path, db }) => {
        const visibility = visibilityOf(principal)
        const id = fromTypeId('cim', path.id)
        return async ({ tx }) => {
          const row = await lockImport(tx.sql, visibility, id)
          if (row.status !== 'running')
            throw new ApiError('invalid_state', `This import is ${row.status} already.`)
          await endImport(tx.sql, row, 'cancelled')
          // What this does not delete the purge does.
          tx.afterCommit(() => void deleteFile(db, row.workspace_id, id).catch(() => undefined))
          return { status: 200, body: presentImport(await findImport(tx.sql, visibility, id)) }
        }
      },
    },

    exportContactImportLines: async ({ principal, path, accepts, db }) => {
      const row = await findImport(db, visibilityOf(principal), fromTypeId('cim', path.id))
      return {
        status: 200,
        contentType: accepts,
        stream: exportRows(refusedLines(db, row, row.layout.columns), lineColumns, accepts),
      }
    },
  } satisfies Partial<Handlers>
}

/**
 * Deletes a stored file whose import is then refused: on a full disk it takes the room that is needed. A transaction
 * that was broken off is tried again, with the same file.
 */
function deleteIfRefused(db: Knex, trx: Knex.Transaction, workspaceId: WorkspaceId, id: Uuid): void {
  trx.executionPromise.catch((error: unknown) => {
    if (!(error instanceof ApiError) && storageRefusalOf(error) === undefined) return
    // What this does not delete the purge does. The pool is not to be used before the transaction has ended.
    setImmediate(() => void deleteFile(db, workspaceId, id).catch(() => undefined))
  })
}

/**
 * The list that contacts are to be subscribed to, where there is one.
 *
 * @throws ApiError 422 `validation_failed`, 403 `insufficient_scope`, and what refuses the sender of an opt-in mail
 */
async function admitList(
  db: Knex,
  { senderRules }: Admission,
  principal: Principal,
  {
    project,
    query: { list_id: listId, consent },
  }: { readonly project: Project; readonly query: ImportQuery },
): Promise<SubscriberListRow | undefined> {
  if (listId === undefined) {
    if (consent === undefined) return undefined
    throw refusedValue('/query/list_id', 'required', 'must be there with consent')
  }
  if (consent === undefined)
    throw refusedValue(
      '/query/consent',
      'required',
      'must say how the contacts consented to the list: proof or opt_in',
    )
  const key = { id: fromTypeId('lst', listId), project_id: project.id }
  const visible = visibleTo(db<SubscriberListRow>('subscriber_lists'), visibilityOf(principal))
  const list = await visible.where(key).first()
  if (list === undefined) throw refusedValue('/query/list_id', 'not_found', 'must be a list of the project')
  if (consent === 'proof') return list
  if (principal.kind !== 'workspaceSession' && !principal.scopes.includes('messages:send'))
    throw new ApiError('insufficient_scope', 'An import by opt-in mail needs the scope messages:send.')
  refuseOtherDomains(principal, list.from_email)
  await senderRules.admitSender(principal.workspaceId, project.environment, list.from_email)
  return list
}
