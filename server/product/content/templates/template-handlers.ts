import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { visibilityOf, type Principal } from '../../../platform/auth/principal.js'
import { fromTypeId, type Uuid } from '../../../platform/db/ids.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import type { Renderer, TemplateKind } from '../rendering/compiling/source.js'
import type { TemplateStore } from '../store.js'
import { admitPlace } from './access.js'
import { changeTemplate } from './change.js'
import { compileVersion, sourceOf } from './compile.js'
import { deleteTemplate, insertNextVersion, insertTemplate, templateName, type NewVersion } from './save.js'
import { listTemplates, listVersions } from './list.js'
import { presentTemplate, presentVersion } from './present.js'
import { publishVersion } from './publish.js'
import {
  contentsOf,
  findOwnTemplate,
  findTemplate,
  findVersion,
  pinsOf,
  type TemplateRow,
} from './template-rows.js'
import { findVisibleUses, presentUses } from './uses.js'

export interface TemplateDependencies {
  readonly renderer: Renderer
  /** The look-ups of sends, which have to forget changed templates. */
  readonly templates: Pick<TemplateStore, 'forget' | 'forgetAliases'>
  readonly wakes: Wakes
}

export function templateHandlers({ renderer, templates, wakes }: TemplateDependencies) {
  const newVersion = async (
    db: Knex,
    principal: Principal,
    of: { readonly kind: TemplateKind; readonly projectId: Uuid | null },
    content: components['schemas']['TemplateContent'],
  ): Promise<NewVersion> => {
    const { workspaceId } = principal
    const source = sourceOf(of.kind, content, '/body')
    const place = { workspaceId, projectId: of.projectId }
    const compilation = await compileVersion(db, renderer, place, { source, at: '/body' })
    const byKey = principal.kind !== 'workspaceSession'
    return { ...compilation, source, content, byKey, createdBy: byKey ? principal.keyId : principal.userId }
  }

  return {
    createTemplate: {
      prepare: async ({ principal, body, db }) => {
        const { workspaceId } = principal
        const name = templateName(body.name)
        const project = await admitPlace(db, principal, body.project_id)
        const { kind = 'message', alias = null } = body
        const version = await newVersion(db, principal, { kind, projectId: project?.id ?? null }, body)
        return async ({ tx }) => {
          const row = await insertTemplate(tx.sql, workspaceId, { project, name, alias, kind }, version)
          if (alias !== null) tx.afterCommit(() => templates.forgetAliases(workspaceId, [alias]))
          return { status: 201, body: presentTemplate(row) }
        }
      },
    },

    listTemplates: async ({ principal, query, db }) => ({
      status: 200,
      body: await listTemplates(db, visibilityOf(principal), query),
    }),

    retrieveTemplate: async ({ principal, path, db }) => {
      const row = await findTemplate(db, visibilityOf(principal), fromTypeId('tpl', path.id))
      return { status: 200, body: presentTemplate(row) }
    },

    updateTemplate: async ({ principal, path, body, tx }) => {
      const visibility = visibilityOf(principal)
      const { before, row } = await changeTemplate(tx.sql, visibility, fromTypeId('tpl', path.id), body)
      tx.afterCommit(() => templates.forgetAliases(principal.workspaceId, aliasesOf(before, row)))
      return { status: 200, body: presentTemplate(row) }
    },

    deleteTemplate: async ({ principal, path, tx }) => {
      const id = fromTypeId('tpl', path.id)
      const row = await deleteTemplate(tx.sql, visibilityOf(principal), id)
      tx.afterCommit(() => templates.forget(principal.workspaceId, id))
      tx.afterCommit(() => templates.forgetAliases(principal.workspaceId, aliasesOf(row)))
      return { status: 204, body: undefined }
    },

    createTemplateVersion: {
      prepare: async ({ principal, path, body, db }) => {
        const visibility = visibilityOf(principal)
        const template = await findOwnTemplate(db, visibility, fromTypeId('tpl', path.id))
        const of = { kind: template.kind, projectId: template.project_id }
        const version = await newVersion(db, principal, of, body)
        return async ({ tx }) => {
          const { row, contents } = await insertNextVersion(tx.sql, visibility, template.id, version)
          return { status: 201, body: presentVersion(row, contents, version.pins) }
        }
      },
    },

    listTemplateVersions: async ({ principal, path, query, db }) => {
      const { workspace_id, id } = await findTemplate(db, visibilityOf(principal), fromTypeId('tpl', path.id))
      return { status: 200, body: await listVersions(db, workspace_id, id, query) }
    },

    retrieveTemplateVersion: async ({ principal, path, db }) => {
      const { workspace_id, id } = await findTemplate(db, visibilityOf(principal), fromTypeId('tpl', path.id))
      const row = await findVersion(db, workspace_id, id, Number(path.version))
      const [contents, pins] = await Promise.all([contentsOf(db, row), pinsOf(db, row)])
      return { status: 200, body: presentVersion(row, contents, pins) }
    },

    retrieveTemplateUses: async ({ principal, path, db }) => {
      const visibility = visibilityOf(principal)
      const { id } = await findTemplate(db, visibility, fromTypeId('tpl', path.id))
      return { status: 200, body: presentUses(await findVisibleUses(db, visibility, id)) }
    },

    publishTemplate: async ({ principal, path, body, tx }) => {
      const id = fromTypeId('tpl', path.id)
      const { row, changed } = await publishVersion(tx.sql, visibilityOf(principal), id, body.version)
      if (changed) {
        tx.afterCommit(() => templates.forget(principal.workspaceId, id))
        tx.afterCommit(wakes.webhooks)
      }
      return { status: 200, body: presentTemplate(row) }
    },
  } satisfies Partial<Handlers>
}

/** Returns the aliases of a template's rows, which sends have to look up again. */
function aliasesOf(...rows: readonly Pick<TemplateRow, 'alias'>[]): string[] {
  return rows.flatMap(({ alias }) => (alias === null ? [] : [alias]))
}
