import type { Knex } from 'knex'
import { visibilityOf } from '../../../platform/auth/principal.js'
import { fromTypeId } from '../../../platform/db/ids.js'
import type { Handlers } from '../../../platform/http/operation/handler.js'
import { admitNamedProject } from '../../workspace/projects/admit-project.js'
import type { RetentionStart } from '../../../platform/db/retention.js'
import { findContact } from '../contacts/contact-rows.js'
import { listSelected } from './search/contacts.js'
import { beginCount } from './search/count.js'
import { explainSegment } from './sql/evaluate-one.js'
import { listSegments, presentSegments } from './present.js'
import { previewRule } from './search/preview.js'
import { resolveRule, resolveStored } from './rules/resolve.js'
import { findSegment, type SegmentRow } from './segment-rows.js'
import type { RuleContext, RulePlace } from './rules/rule.js'
import { changeSegment, deleteSegment, insertSegment, segmentName } from './save.js'

export function segmentHandlers(retention: RetentionStart) {
  const contextOf = async (place: RulePlace): Promise<RuleContext> => ({
    ...place,
    asOf: new Date(),
    retainedSince: await retention(place.workspaceId),
  })

  return {
    createSegment: async ({ principal, body, tx }) => {
      const { workspaceId } = principal
      const name = segmentName(body.name)
      const project = await admitNamedProject(tx.sql, principal, body.project_id)
      const row = await insertSegment(tx.sql, workspaceId, { project, name, rule: body.rule })
      return { status: 201, body: await presented(tx.sql, row) }
    },

    listSegments: async ({ principal, query, db }) => ({
      status: 200,
      body: await listSegments(db, visibilityOf(principal), query),
    }),

    retrieveSegment: async ({ principal, path, db }) => {
      const row = await findSegment(db, visibilityOf(principal), fromTypeId('seg', path.id))
      return { status: 200, body: await presented(db, row) }
    },

    updateSegment: async ({ principal, path, body, tx }) => {
      const { name, rule } = body
      const visibility = visibilityOf(principal)
      const role = principal.kind === 'workspaceSession' ? principal.role : 'admin'
      const row = await changeSegment(tx.sql, { visibility, role }, fromTypeId('seg', path.id), {
        ...(name !== undefined && { name: segmentName(name) }),
        ...(rule !== undefined && { rule }),
      })
      return { status: 200, body: await presented(tx.sql, row) }
    },

    deleteSegment: async ({ principal, path, tx }) => {
      await deleteSegment(tx.sql, visibilityOf(principal), fromTypeId('seg', path.id))
      return { status: 204, body: undefined }
    },

    previewSegment: {
      outsideTransaction: async ({ principal, body, db }) => {
        const { workspaceId } = principal
        const project = await admitNamedProject(db, principal, body.project_id)
        const place = { workspaceId, projectId: project.id }
        const rule = await resolveRule(db, place, body.rule)
        return { status: 200, body: await previewRule(db, rule, await contextOf(place)) }
      },
    },

    countSegment: async ({ principal, path, tx }) => {
      const row = await beginCount(tx.sql, visibilityOf(principal), fromTypeId('seg', path.id))
      return { status: 202, body: await presented(tx.sql, row) }
    },

    listSegmentContacts: async ({ principal, path, query, db }) => {
      const row = await findSegment(db, visibilityOf(principal), fromTypeId('seg', path.id))
      const place = placeOf(row)
      const rule = await resolveStored(db, place, row.rule)
      return { status: 200, body: await listSelected(db, rule, await contextOf(place), query) }
    },

    explainSegment: {
      outsideTransaction: async ({ principal, path, body, db }) => {
        const row = await findSegment(db, visibilityOf(principal), fromTypeId('seg', path.id))
        const contactId = fromTypeId('con', body.contact_id)
        const visible = { ...visibilityOf(principal), projectId: row.project_id }
        const contact = await findContact(db, visible, contactId)
        return {
          status: 200,
          body: await explainSegment(db, row, contact, await contextOf(placeOf(row))),
        }
      },
    },
  } satisfies Partial<Handlers>
}

async function presented(db: Knex, row: SegmentRow) {
  const [segment] = await presentSegments(db, [row])
  if (segment === undefined) throw new Error('a segment that is there is not presented')
  return segment
}

function placeOf({ workspace_id, project_id }: SegmentRow): RulePlace {
  return { workspaceId: workspace_id, projectId: project_id }
}
