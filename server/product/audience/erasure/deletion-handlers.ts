import type { Knex } from 'knex'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { inPieces } from '../../../platform/http/operation/in-pieces.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { presentPage, selectPage } from '../../../platform/http/lists/pagination.js'
import { foldAddress } from '../../../../base/addresses/address.js'
import { visibilityOf } from '../../../platform/auth/principal.js'
import { projectStore } from '../../workspace/projects/projects.js'
import { visibleTo } from '../../../platform/http/access/visible.js'
import type { AddressTokens } from '../../../platform/auth/address-tokens.js'
import { beginDeletion } from './begin.js'
import { presentDeletion, type DeletionRow } from './deletion-row.js'
import { previewDeletion } from './preview.js'
import { scopeOf } from './scope.js'
import { claimDeletion, workOn, type ErasureOptions } from './work.js'

export interface DeletionDependencies {
  readonly db: Knex
  readonly tokens: AddressTokens
  readonly erasure: ErasureOptions
  readonly isStopping: () => boolean
}

/**
 * Number of deletions that this process works on at once while clients wait. Each reads much; the others wait for
 * their turn.
 */
export const maxAtOnce = 3
/** Number of deletions of one workspace among them. */
export const maxAtOnceOfWorkspace = 2
/** Milliseconds between two looks at a deletion that another process works on. */
const lookMs = 100

export function deletionHandlers({ db, tokens, erasure, isStopping }: DeletionDependencies) {
  const projects = projectStore(db)
  /** The workspaces whose deletions are worked on. */
  const atWork: WorkspaceId[] = []
  const hasTurn = (workspaceId: WorkspaceId) =>
    atWork.length < maxAtOnce && atWork.filter((id) => id === workspaceId).length < maxAtOnceOfWorkspace

  const find = (trx: Knex, workspaceId: WorkspaceId, id: Uuid) =>
    trx<DeletionRow>('deletions').where({ workspace_id: workspaceId, id }).first()

  async function workIfNobodyDoes(workspaceId: WorkspaceId, id: Uuid, mayGoOn: () => boolean): Promise<void> {
    atWork.push(workspaceId)
    try {
      const claimed = await claimDeletion(erasure, workspaceId, id)
      if (claimed !== undefined) await workOn(erasure, claimed, mayGoOn, true)
    } finally {
      atWork.splice(atWork.indexOf(workspaceId), 1)
    }
  }

  /** Until it is completed, whoever works on it, or for as long as a request can wait. */
  async function finish(workspaceId: WorkspaceId, id: Uuid): Promise<void> {
    const until = performance.now() + erasure.config.requestSeconds * 1000
    const mayGoOn = () => !isStopping() && performance.now() < until
    while (mayGoOn()) {
      if (hasTurn(workspaceId)) await workIfNobodyDoes(workspaceId, id, mayGoOn)
      if ((await find(db, workspaceId, id))?.completed_at !== null) return
      await sleep(lookMs)
    }
  }

  return {
    createDeletion: {
      prepare: async ({ principal, body, inTurn }) => {
        const scope = await scopeOf(projects, principal, body)
        const { workspaceId } = scope
        const begun = () =>
          inTransaction(db, ({ sql }) =>
            beginDeletion(sql, { tokens, sealer: erasure.sealer }, scope, foldAddress(body.email)),
          )
        const id = await inTurn(begun)
        await inPieces(
          () => finish(workspaceId, id),
          'The deletion has started and continues on its own. Repeat the request to get the result.',
        )
        return async ({ tx }) => {
          const row = await find(tx.sql, workspaceId, id)
          if (row === undefined) throw new Error('a deletion is gone')
          return { status: row.completed_at === null ? 202 : 201, body: presentDeletion(row) }
        }
      },
    },

    previewDeletion: {
      outsideTransaction: async ({ principal, body, db }) => {
        const scope = await scopeOf(projects, principal, body)
        return { status: 200, body: await previewDeletion(db, scope, foldAddress(body.email)) }
      },
    },

    listDeletions: async ({ principal, query, db }) => {
      const select = visibleTo(db<DeletionRow>('deletions'), visibilityOf(principal))
      if (query.status === 'running') void select.whereNull('completed_at')
      if (query.status === 'completed') void select.whereNotNull('completed_at')
      const found = await selectPage<DeletionRow>(select, 'id', query)
      return { status: 200, body: await presentPage(found, (rows) => rows.map(presentDeletion)) }
    },

    retrieveDeletion: async ({ principal, path, db }) => {
      const select = visibleTo(db<DeletionRow>('deletions'), visibilityOf(principal))
      const row = await select.where('id', fromTypeId('del', path.id)).first()
      if (row === undefined) throw new ApiError('not_found', 'No such deletion.')
      return { status: 200, body: presentDeletion(row) }
    },
  } satisfies Partial<Handlers>
}
