import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { batcherBy } from '../../platform/db/batching/batcher.js'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../platform/db/ids.js'
import { ApiError } from '../../platform/http/errors/api-error.js'
import type { Project } from '../workspace/projects/projects.js'
import type { RenderableVersion } from './render-message.js'
import { aliasStore } from './alias-store.js'
import {
  selectContents,
  selectTemplates,
  selectVersions,
  type TemplateRow,
  type VersionRow,
} from './store-statements.js'
import { atMostEntries } from '../../../base/caches/at-most-entries.js'

export interface VersionId {
  readonly workspaceId: WorkspaceId
  readonly templateId: Uuid
  readonly version: number
}

/** A version of a template, without its content. */
export interface StoredVersion extends VersionId, VersionRow {}

/** Finds templates of any workspace, for rendering. */
export interface TemplateStore {
  /**
   * Finds the version that a message of a project is rendered from.
   *
   * @param templateId in the outside form
   * @param version undefined for the published one
   * @throws ApiError 404 `template_not_found`, 422 `template_not_published`
   */
  forMessage(
    workspaceId: WorkspaceId,
    project: Pick<Project, 'id' | 'environment'>,
    templateId: string,
    version?: number,
  ): Promise<StoredVersion>
  /**
   * Finds the template that an alias means in a project: its own, or else that of every project.
   *
   * @returns its id in the outside form
   * @throws ApiError 404 `template_not_found`
   */
  idOf(workspaceId: WorkspaceId, project: Pick<Project, 'id'>, alias: string): Promise<string>
  /** Returns a version, published or not; undefined if it does not exist. */
  version(id: VersionId): Promise<StoredVersion | undefined>
  /**
   * Returns the compiled content of a version in a language; undefined if the template was deleted meanwhile.
   *
   * @param locale a language of the version, or the empty text for its default content
   */
  contentOf(id: VersionId, locale: string): Promise<string | undefined>
  /** Makes this process look a template up again that was published or deleted. Call it after the commit. */
  forget(workspaceId: WorkspaceId, templateId: Uuid): void
  /** Makes this process look aliases up again that a template was given or has lost. Call it after the commit. */
  forgetAliases(workspaceId: WorkspaceId, aliases: readonly string[]): void
}

interface StoreLimits {
  /** Milliseconds for which the published version is remembered, and the template of an alias. */
  readonly publishedMs: number
  /** Bytes of memory for versions and their contents. */
  readonly maxBytes: number
}

/** Limits with which other processes use a published version within 5 seconds, queries included. */
const defaultLimits: StoreLimits = { publishedMs: 3_000, maxBytes: 32_000_000 }

/** Share of the memory that versions get. Their contents get the rest. */
const versionShare = 0.25

/** Most contents in one query: each may be half a megabyte. */
const maxContents = 20

/** Most templates that are remembered. */
const maxTemplates = 10_000

/**
 * Looks templates up. The number of the published version is remembered for some seconds; versions never change, so
 * they are remembered as long as there is room. Simultaneous look-ups of a workspace share a query.
 */
export function templateStore(db: Knex, { publishedMs, maxBytes } = defaultLimits): TemplateStore {
  const findTemplate = batcherBy(async (workspaceId: WorkspaceId, ids: Uuid[]) => {
    const rows = await selectTemplates(db, workspaceId, ids)
    const byId = new Map(rows.map(({ id, ...row }) => [id, row]))
    return ids.map((id) => byId.get(id))
  })
  const templates = new LRUCache<string, TemplateRow, { workspaceId: WorkspaceId; templateId: Uuid }>({
    ...atMostEntries(maxTemplates),
    // If `forget` is called during a look-up, its callers get the result, but it is not remembered.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context, options }) => {
      const began = performance.now()
      const row = await findTemplate(context.workspaceId, context.templateId)
      // The result of a slow query is as old as the query.
      options.ttl = Math.max(1, publishedMs - (performance.now() - began))
      return row
    },
  })

  const findVersion = batcherBy(async (workspaceId: WorkspaceId, ids: VersionId[]) => {
    const numbers = ids.map(({ version }) => version)
    const rows = await selectVersions(db, workspaceId, templateIds(ids), numbers)
    const found = new Map(rows.map(({ place, ...row }) => [place, row]))
    return ids.map((id, index): StoredVersion | undefined => {
      const row = found.get(index + 1)
      return row && { ...id, ...row }
    })
  })
  const versions = new LRUCache<string, StoredVersion, VersionId>({
    maxSize: Math.ceil(maxBytes * versionShare),
    sizeCalculation: (version) => sizeOf(JSON.stringify(version)),
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: { workspaceId, templateId, version } }) =>
      findVersion(workspaceId, { workspaceId, templateId, version }),
  })

  const findContent = batcherBy(
    async (workspaceId: WorkspaceId, asked: { id: VersionId; locale: string }[]) => {
      const rows = await selectContents(
        db,
        workspaceId,
        templateIds(asked.map(({ id }) => id)),
        asked.map(({ id }) => id.version),
        asked.map(({ locale }) => locale),
      )
      const found = new Map(rows.map(({ place, compiled }) => [place, compiled]))
      return asked.map((_, index) => found.get(index + 1))
    },
    { max: maxContents },
  )
  const contents = new LRUCache<string, string, { id: VersionId; locale: string }>({
    maxSize: Math.ceil(maxBytes * (1 - versionShare)),
    sizeCalculation: sizeOf,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => findContent(context.id.workspaceId, context),
  })

  const aliases = aliasStore(db, publishedMs)

  const templateOf = (workspaceId: WorkspaceId, templateId: Uuid) =>
    templates.fetch(`${workspaceId} ${templateId}`, { context: { workspaceId, templateId } })

  return {
    forMessage: async (workspaceId, project, id, asked) => {
      const templateId = fromTypeId('tpl', id)
      const template = await templateOf(workspaceId, templateId)
      if (template === undefined || !isForMessagesOf(project, template)) throw noTemplate(id)
      const number = asked ?? template.published_version
      if (number === null) throw neverPublished(id)
      const versionId = { workspaceId, templateId, version: number }
      const key = keyOf(versionId)
      const found = await versions.fetch(key, { context: versionId })
      // The flag "was published" is the only part of a version that changes, and it does so once.
      const isDraft = asked !== undefined && found?.was_published === false && project.environment === 'live'
      const version = isDraft ? await versions.fetch(key, { context: versionId, forceRefresh: true }) : found
      if (version === undefined) throw asked === undefined ? noTemplate(id) : noVersion(id, asked)
      if (isDraft && !version.was_published) throw notPublished(id, number)
      return version
    },
    idOf: aliases.idOf,
    version: (id) => versions.fetch(keyOf(id), { context: id }),
    contentOf: (id, locale) => contents.fetch(`${keyOf(id)} ${locale}`, { context: { id, locale } }),
    forget: (workspaceId, templateId) => void templates.delete(`${workspaceId} ${templateId}`),
    forgetAliases: aliases.forget,
  }
}

/** Returns a version of the store in the form that `renderMessage` takes. */
export function renderable(
  store: Pick<TemplateStore, 'contentOf'>,
  version: StoredVersion,
): RenderableVersion {
  return {
    workspaceId: version.workspaceId,
    key: keyOf(version),
    variables: version.variables,
    locales: version.locales,
    usesContact: version.uses_contact,
    contentOf: (locale) => store.contentOf(version, locale),
  }
}

/** Returns the identity of a version as text. */
function keyOf({ workspaceId, templateId, version }: VersionId): string {
  return `${workspaceId} ${templateId} ${version}`
}

function templateIds(ids: readonly VersionId[]): Uuid[] {
  return ids.map(({ templateId }) => templateId)
}

/** Returns the most bytes that a text takes: some texts have one byte a character in memory and some have two. */
function sizeOf(text: string): number {
  return Math.max(1, text.length * 2)
}

function isForMessagesOf({ id }: Pick<Project, 'id'>, template: TemplateRow): boolean {
  return template.kind === 'message' && (template.project_id === null || template.project_id === id)
}

function noTemplate(id: string): ApiError {
  return new ApiError('template_not_found', `There is no template ${id} for messages of this project.`)
}

function noVersion(id: string, version: number): ApiError {
  return new ApiError('template_not_found', `The template ${id} has no version ${version}.`)
}

function neverPublished(id: string): ApiError {
  return new ApiError('template_not_published', `No version of the template ${id} was ever published.`)
}

function notPublished(id: string, version: number): ApiError {
  return new ApiError(
    'template_not_published',
    `Version ${version} of the template ${id} was never published. Live projects send published versions.`,
  )
}
