import type { Knex } from 'knex'
import { afterAll, beforeAll, test } from 'vitest'
import {
  deleteTemplate,
  insertNextVersion,
  insertTemplate,
  type NewVersion,
} from '../../../../server/product/content/templates/save.js'
import { changeTemplate } from '../../../../server/product/content/templates/change.js'
import { findVisibleUses } from '../../../../server/product/content/templates/uses.js'
import { listTemplates, listVersions } from '../../../../server/product/content/templates/list.js'
import { loadPinnable } from '../../../../server/product/content/templates/pinnable.js'
import { publishVersion } from '../../../../server/product/content/templates/publish.js'
import {
  contentsOf,
  findTemplate,
  findVersion,
  lockTemplate,
  pinsOf,
} from '../../../../server/product/content/templates/template-rows.js'
import { newUuid, newWorkspaceId, toTypeId } from '../../../../server/platform/db/ids.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'

/** Tests that statements about templates cost no more if others have many, or one template has many versions. */

const ofWorkspace = 1000
const versions = 60
const daysUsed = 5
const limit = 25
/** A search reads one row further than its page, and one more to know whether it ends there. */
const aPage = limit + 2

let database: ConnectedDatabase
let db: Knex
const workspaceId = newWorkspaceId()
const everything = { workspaceId, projectId: null, environment: null }
const [one, footer, unused, project] = [newUuid(), newUuid(), newUuid(), newUuid()]

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  const values = { workspaceId, one, footer, unused }
  await db.raw(
    `insert into workspaces (id, name) select case n when 1 then cast(:workspaceId as uuid) else gen_random_uuid() end, 'A'
     from generate_series(1, 10) n`,
    values,
  )
  // The oldest are those that the tests are about.
  await db.raw(
    `insert into templates (workspace_id, id, name, kind, latest_version, published_version)
     select workspaces.id, case when workspaces.id <> :workspaceId then gen_random_uuid() when n = 1 then :one
         when n = 2 then :footer when n = 3 then :unused
         else (lpad(to_hex(2000000000000 + n), 12, '0') || '70008000000000000000')::uuid end,
       'T', case when n in (2, 3) then 'partial' else 'message' end, ${versions}, 1
     from workspaces cross join generate_series(1, ${ofWorkspace - 1}) n`,
    values,
  )
  await db.raw(
    `insert into template_versions (workspace_id, template_id, version, id, variables, all_variables, inline_css, locales,
       uses_contact, created_by)
     select workspace_id, id, n, gen_random_uuid(), '[]', '[]', true, '{}', false, gen_random_uuid()
     from templates cross join generate_series(1, ${versions}) n where workspace_id = :workspaceId`,
    values,
  )
  await db.raw(
    `insert into template_contents (workspace_id, template_id, version, locale, compiled)
     select workspace_id, template_id, version, locale, 'x' from template_versions
     cross join (values (''), ('de')) tag (locale)`,
  )
  // Nearly all versions use the footer, but neither the published nor the latest ones.
  await db.raw(
    `insert into template_pins (workspace_id, template_id, version, pinned_id, pinned_version)
     select workspace_id, template_id, version, :footer, 1 from template_versions where version between 2 and 59`,
    values,
  )
  await db.raw(
    `insert into projects (id, workspace_id, name, environment) values (:project, :workspaceId, 'A', 'live')`,
    { project, workspaceId },
  )
  // All templates of all workspaces were used on some days.
  await db.raw(
    `insert into mail_totals (workspace_id, kind, key, day, project_id, accepted, delivered, bounced, complained)
     select workspace_id, 'template', id::text, current_date - n, :project, 1, 0, 0, 0
     from templates cross join generate_series(1, ${daysUsed}) n`,
    { project },
  )
  await db.raw('analyze')
})
afterAll(() => database.drop())

const window = { limit }
const version: NewVersion = {
  source: {
    kind: 'message',
    contents: { '': { subject: 's', html: null, text: 't', preheader: null } },
    variables: [],
    inlineCss: true,
  },
  compiled: { contents: { '': 'x' }, variables: [], usesContact: false, uses: [] },
  pins: [{ templateId: footer, version: 1 }],
  content: { subject: 's', text: 't' },
  createdBy: newUuid(),
  byKey: false,
}
const given = (trx: Knex.Transaction) => findVersion(trx, workspaceId, one, 7)

type Work = (trx: Knex.Transaction) => Promise<unknown>

const works: Record<string, [work: Work, maxRows: number]> = {
  'a page of templates': [(trx) => listTemplates(trx, everything, window), aPage],
  'a page with figures': [
    (trx) => listTemplates(trx, everything, { ...window, include: ['figures'] }),
    limit * daysUsed,
  ],
  'a page of versions': [(trx) => listVersions(trx, workspaceId, one, window), aPage],
  'a template': [(trx) => findTemplate(trx, everything, one), 1],
  'a template to change': [(trx) => lockTemplate(trx, everything, one), 1],
  'a version': [given, 1],
  'its contents': [async (trx) => contentsOf(trx, await given(trx)), 2],
  'its pins': [async (trx) => pinsOf(trx, await given(trx)), 1],
  'what it may use': [
    (trx) => loadPinnable(trx, { workspaceId, projectId: project }, [toTypeId('tpl', footer)], '/body'),
    2,
  ],
  'the next version': [(trx) => insertNextVersion(trx, everything, one, version), 1],
  'another published': [(trx) => publishVersion(trx, everything, one, 2), 1],
  // These look through the templates of the workspace.
  'a page of a project': [
    (trx) => listTemplates(trx, everything, { ...window, project_id: toTypeId('prj', project) }),
    ofWorkspace,
  ],
  'a page of a rare kind': [
    (trx) => listTemplates(trx, everything, { ...window, kind: 'partial' }),
    ofWorkspace,
  ],
  'a new template': [
    (trx) => {
      const fields = { project: undefined, name: 'T', alias: 'receipt', kind: 'message' as const }
      return insertTemplate(trx, workspaceId, fields, version)
    },
    ofWorkspace,
  ],
  'another name and alias': [
    (trx) => changeTemplate(trx, everything, one, { name: 'U', alias: 'invoice' }),
    1,
  ],
  'a page of an alias': [
    (trx) => listTemplates(trx, everything, { ...window, alias: 'invoice' }),
    ofWorkspace,
  ],
  'a page of a project key': [
    (trx) => listTemplates(trx, { ...everything, projectId: project }, window),
    ofWorkspace,
  ],
  'its users within a project': [
    (trx) => findVisibleUses(trx, { ...everything, projectId: project }, footer),
    2 * ofWorkspace,
  ],
  'the end of one that nobody uses': [(trx) => deleteTemplate(trx, everything, unused), 2 * ofWorkspace],
  'the end of one that only versions of old use': [
    (trx) => deleteTemplate(trx, everything, footer),
    2 * ofWorkspace,
  ],
}

test.each(Object.entries(works))('%s', (_what, [work, maxRows]) => expectBounded(db, work, maxRows))
