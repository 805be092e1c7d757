import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { visibilityOf, type SessionPrincipal } from '../../../platform/auth/principal.js'
import { fromTypeId, type Uuid } from '../../../platform/db/ids.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import type { Wakes } from '../../../platform/queue/wakes/wakes.js'
import { namedProject } from '../../workspace/projects/projects.js'
import type { Renderer, TemplateKind } from '../rendering/compiling/source.js'
import type { TemplateStore } from '../store.js'
import { compileVersion, sourceOf } from './compile.js'
import { deleteTemplate, insertNextVersion, insertTemplate, templateName, type NewVersion } from './save.js'
import { listTemplates, listVersions } from './list.js'
import { presentTemplate, presentVersion } from './present.js'
import { publishVersion } from './publish.js'
import { contentsOf, findTemplate, findVersion, lockTemplate, pinsOf } from './template-rows.js'
import { findUses, presentUses } from './uses.js'

export interface TemplateDependencies {
  readonly renderer: Renderer
  /** The look-ups of sends, which have to forget changed templates. */
  readonly templates: Pick<TemplateStore, 'forget'>
  readonly wakes: Wakes
}

export function templateHandlers({ renderer, templates, wakes }: TemplateDependencies) {
  const newVersion = async (
    db: Knex,
    { workspaceId, userId }: SessionPrincipal,
    of: { readonly kind: TemplateKind; readonly projectId: Uuid | null },
    content: components['schemas']['TemplateContent'],
  ): Promise<NewVersion> => {
    const source = sourceOf(of.kind, content, '/body')
    const place = { workspaceId, projectId: of.projectId }
    const compilation = await compileVersion(db, renderer, place, { source, at: '/body' })
    return { ...compilation, source, content, createdBy: userId }
  }

  return {
    createTemplate: {
      prepare: async ({ principal, body, db }) => {
        const { workspaceId } = principal
        const name = templateName(body.name)
        const project = await namedProject(db, workspaceId, body.project_id)
        const { kind = 'message' } = body
        const version = await newVersion(db, principal, { kind, projectId: project?.id ?? null }, body)
        return async ({ tx }) => {
          const row = await insertTemplate(tx.sql, workspaceId, { project, name, kind }, version)
          return { status: 201, body: presentTemplate(row) }
        }
      },
    },

    listTemplates: async ({ principal, query, db }) => ({
      status: 200,
      body: await listTemplates(db, visibilityOf(principal), query),
    }),

    retrieveTemplate: async ({ principal, path, db }) => {
      const row = await findTemplate(db, principal.workspaceId, fromTypeId('tpl', path.id))
      return { status: 200, body: presentTemplate(row) }
    },

    updateTemplate: async ({ principal, path, body, tx }) => {
      const { workspace_id, id, ...before } = await lockTemplate(
        tx.sql,
        principal.workspaceId,
        fromTypeId('tpl', path.id),
      )
      const changes = { name: templateName(body.name), updated_at: new Date() }
      await tx.sql('templates').where({ workspace_id, id }).update(changes)
      return { status: 200, body: presentTemplate({ workspace_id, id, ...before, ...changes }) }
    },

    deleteTemplate: async ({ principal, path, tx }) => {
      const id = fromTypeId('tpl', path.id)
      await deleteTemplate(tx.sql, principal.workspaceId, id)
      tx.afterCommit(() => templates.forget(principal.workspaceId, id))
      return { status: 204, body: undefined }
    },

    createTemplateVersion: {
      prepare: async ({ principal, path, body, db }) => {
        const template = await findTemplate(db, principal.workspaceId, fromTypeId('tpl', path.id))
        const of = { kind: template.kind, projectId: template.project_id }
        const version = await newVersion(db, principal, of, body)
        return async ({ tx }) => {
          const { row, contents } = await insertNextVersion(tx.sql, template, version)
          return { status: 201, body: presentVersion(row, contents, version.pins) }
        }
      },
    },

    listTemplateVersions: async ({ principal, path, query, db }) => {
      const { workspace_id, id } = await findTemplate(db, principal.workspaceId, fromTypeId('tpl', path.id))
      return { status: 200, body: await listVersions(db, workspace_id, id, query) }
    },

    retrieveTemplateVersion: async ({ principal, path, db }) => {
      const id = fromTypeId('tpl', path.id)
      const row = await findVersion(db, principal.workspaceId, id, Number(path.version))
      const [contents, pins] = await Promise.all([contentsOf(db, row), pinsOf(db, row)])
      return { status: 200, body: presentVersion(row, contents, pins) }
    },

    retrieveTemplateUses: async ({ principal, path, db }) => {
      const { workspace_id, id } = await findTemplate(db, principal.workspaceId, fromTypeId('tpl', path.id))
      return { status: 200, body: presentUses(await findUses(db, workspace_id, id)) }
    },

    publishTemplate: async ({ principal, path, body, tx }) => {
      const id = fromTypeId('tpl', path.id)
      const { row, changed } = await publishVersion(tx.sql, principal.workspaceId, id, body.version)
      if (changed) {
        tx.afterCommit(() => templates.forget(principal.workspaceId, id))
        tx.afterCommit(wakes.webhooks)
      }
      return { status: 200, body: presentTemplate(row) }
    },
  } satisfies Partial<Handlers>
}
