import type { Wakes } from '../../platform/queue/wakes/wakes.js'
import { fromTypeId } from '../../platform/db/ids.js'
import type { Resolver } from '../../mail/dns/resolver.js'
import { askedStatuses } from '../../platform/http/lists/asked-values.js'
import type { Handlers } from '../../platform/http/operation/handler.js'
import { presentPage, selectPage } from '../../platform/http/lists/pagination.js'
import type { CheckRecords } from './check/record-check.js'
import { prepareDomain } from './create.js'
import { deleteDomain } from './delete.js'
import type { KeyMaker } from './dkim/key-maker.js'
import type { DkimKeyStore } from './dkim/key-store.js'
import { prepareRotation } from './dkim/rotate.js'
import { checkDomain } from './check/check-domain.js'
import type { DomainMetrics } from './metrics.js'
import { expectDomainName } from './names.js'
import { presentDomain, presentDomains } from './present.js'
import { retrieveDomainRules, type Outgoing } from './rules/retrieve.js'
import { saveCheck } from './check/save-check.js'
import { admitDomainChange } from './sender-rules.js'
import { expectDomain, findDomain, lockDomain, selectDomains, type DomainRow } from './domain-rows.js'
import { freeReturnPathLabel, nameReturnPath } from './return-path/rename.js'
import { dmarcHandlers, type DmarcDependencies } from './dmarc/dmarc-handlers.js'
import { tlsReportHandlers } from './tls-reports/tls-report-handlers.js'
import { withFigures } from './volume/figures.js'
import { visibilityOf } from '../../platform/auth/principal.js'
import { withinProject } from '../../platform/http/access/visible.js'

export interface DomainDependencies extends DmarcDependencies {
  readonly store: DkimKeyStore
  readonly maker: KeyMaker
  readonly checkRecords: CheckRecords
  /** Makes a resolver whose cache is empty. */
  readonly freshResolver: () => Resolver
  readonly metrics: DomainMetrics
  readonly outgoing: Outgoing
  readonly wakes: Wakes
}

/** Makes the handlers of domains, and of the DMARC and TLS reports about them. */
export function domainHandlers(dependencies: DomainDependencies) {
  const { sendingSetup, maker, metrics } = dependencies
  return {
    ...dmarcHandlers(dependencies),
    ...tlsReportHandlers(dependencies),

    listDomains: async ({ principal, query, db }) => {
      const { workspaceId } = principal
      const select = selectDomains(db).where('workspace_id', workspaceId)
      const statuses = askedStatuses(query)
      if (statuses !== undefined) void select.whereIn('status', [...statuses])
      if (query.name !== undefined) void select.where('name', expectDomainName(query.name, '/query/name'))
      const found = await selectPage<DomainRow>(select, 'id', query)
      const visible = withinProject(visibilityOf(principal), query.figures_project_id)
      const body = await presentPage(found, async (rows) => {
        const domains = await presentDomains(db, sendingSetup, workspaceId, rows)
        return query.include?.includes('figures') === true ? withFigures(db, visible, domains) : domains
      })
      return { status: 200, body }
    },

    createDomain: {
      prepare: async ({ principal, body, db }) => {
        const algorithms = body.ed25519 === true ? (['rsa', 'ed25519'] as const) : (['rsa'] as const)
        const name = expectDomainName(body.name, '/body/name')
        admitDomainChange(principal, name)
        const { workspaceId } = principal
        const given = body.return_path_label
        const label =
          given && (await freeReturnPathLabel(db, sendingSetup, workspaceId, { domain: name, given }))
        const keep = await prepareDomain(db, maker, workspaceId, { name, algorithms, returnPathLabel: label })
        return async ({ tx }) => {
          const row = await keep(tx.sql)
          return { status: 201, body: await presentDomain(tx.sql, sendingSetup, row) }
        }
      },
    },

    retrieveDomain: async ({ principal, path, db }) => {
      const row = expectDomain(await findDomain(db, principal.workspaceId, fromTypeId('dom', path.id)))
      return { status: 200, body: await presentDomain(db, sendingSetup, row) }
    },

    retrieveDomainRules: async ({ principal, path, db }) => {
      const row = expectDomain(await findDomain(db, principal.workspaceId, fromTypeId('dom', path.id)))
      return { status: 200, body: await retrieveDomainRules(db, sendingSetup, dependencies.outgoing, row) }
    },

    updateDomain: async ({ principal, path, body, tx }) => {
      const row = expectDomain(await lockDomain(tx.sql, principal.workspaceId, fromTypeId('dom', path.id)))
      admitDomainChange(principal, row.name)
      const changed = await nameReturnPath(tx.sql, sendingSetup, row, body.return_path_label)
      return { status: 200, body: await presentDomain(tx.sql, sendingSetup, changed) }
    },

    deleteDomain: async ({ principal, path, tx }) => {
      const row = expectDomain(await lockDomain(tx.sql, principal.workspaceId, fromTypeId('dom', path.id)))
      admitDomainChange(principal, row.name)
      await deleteDomain(tx.sql, row)
      return { status: 204, body: undefined }
    },

    checkDomain: {
      prepare: async ({ principal, path, db }) => {
        const id = fromTypeId('dom', path.id)
        const resolver = dependencies.freshResolver()
        const check = expectDomain(
          await checkDomain(db, dependencies, resolver, { workspaceId: principal.workspaceId, id }),
        )
        return async ({ tx }) => {
          const { row, verdict, changed } = expectDomain(await saveCheck(tx.sql, sendingSetup, check))
          tx.afterCommit(() => {
            metrics.checked(verdict)
            if (changed) dependencies.wakes.webhooks()
          })
          return { status: 200, body: await presentDomain(tx.sql, sendingSetup, row) }
        }
      },
    },

    rotateDomainDkim: {
      prepare: async ({ principal, path, db }) => {
        const id = fromTypeId('dom', path.id)
        const { name } = expectDomain(await findDomain(db, principal.workspaceId, id))
        admitDomainChange(principal, name)
        const keep = await prepareRotation(db, dependencies, principal.workspaceId, id)
        return async ({ tx }) => {
          const row = await keep(tx.sql)
          return { status: 200, body: await presentDomain(tx.sql, sendingSetup, row) }
        }
      },
    },
  } satisfies Partial<Handlers>
}
