import type { Knex } from 'knex'
import { newUuid, newWorkspaceId, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'

/** A project of a workspace. */
export interface Project {
  readonly workspaceId: WorkspaceId
  readonly projectId: Uuid
}

/** Identifies a campaign. */
export interface CampaignKey {
  readonly workspaceId: WorkspaceId
  readonly id: Uuid
}

/** SQL: a UUIDv7 of now whose random bits follow from `n`. */
const idOf = (seed: string) => `(
  substr(ms, 1, 8) || '-' || substr(ms, 9, 4) || '-7' || substr(md5(n || '${seed}'), 1, 3) || '-8'
  || substr(md5(n || '${seed}'), 4, 3) || '-' || substr(md5(n || '${seed}'), 7, 12))::uuid`

/** Makes a workspace with a project. */
export async function addProject(db: Knex): Promise<Project> {
  const [workspaceId, projectId] = [newWorkspaceId(), newUuid()]
  await db('workspaces').insert({ id: workspaceId, name: 'Shop' })
  const project = { id: projectId, workspace_id: workspaceId, name: 'Shop', environment: 'live' }
  await db('projects').insert(project)
  return { workspaceId, projectId }
}

/** Makes a published template with nothing compiled but its subject: the benchmark renders no bodies. */
export async function addTemplate(db: Knex, { workspaceId: workspace_id }: Project): Promise<Uuid> {
  const template_id = newUuid()
  const variables = JSON.stringify([{ name: 'plan', type: 'string', required: false, default: 'free' }])
  await db('templates').insert({
    ...{ workspace_id, id: template_id, name: 'News', kind: 'message' },
    ...{ published_version: 1, latest_version: 1 },
  })
  const version = { workspace_id, template_id, version: 1 }
  await db('template_versions').insert({
    ...{ ...version, id: newUuid(), from_email: 'news@shop.example' },
    ...{ variables, all_variables: variables, inline_css: true, locales: [], uses_contact: true },
    ...{ created_by: newUuid(), published_at: new Date() },
  })
  const subject = 'News for {{ contact.name }}'
  const compiled = JSON.stringify({ subject: { source: subject, places: [] }, edition: 2 })
  const content = { subject, html: '<p>News</p>', text: 'News', compiled }
  await db('template_contents').insert({ ...version, locale: '', ...content })
  return template_id
}

/** Makes as many contacts, all of which are to get the campaign. */
export async function addContacts(
  db: Knex,
  { workspaceId, projectId }: Project,
  count: number,
): Promise<void> {
  await db.raw(
    `insert into contacts (workspace_id, id, project_id, environment, email, address, name, properties)
     select ?, ${idOf(workspaceId)}, ?, 'live', address, address, 'Person ' || n,
       jsonb_build_object('plan', 'pro', 'seats', n % 10)
     from generate_series(1, ?::integer) n
     cross join lateral (select 'person-' || n || '@d' || n % 500 || '.example' as address) named
     cross join (select lpad(to_hex(floor(extract(epoch from now()) * 1000)::bigint), 12, '0') as ms) at`,
    [workspaceId, projectId, count],
  )
  await db.raw('analyze contacts')
}

/** Makes a campaign to all contacts, which is due. */
export async function addCampaign(db: Knex, owner: Project, templateId: Uuid): Promise<CampaignKey> {
  const id = newUuid()
  await db('campaigns').insert({
    workspace_id: owner.workspaceId,
    id,
    project_id: owner.projectId,
    environment: 'live',
    name: 'News',
    status: 'scheduled',
    template_id: templateId,
    template_version: 1,
    scheduled_at: new Date(),
    due_at: new Date(),
  })
  return { workspaceId: owner.workspaceId, id }
}

/** Halts a workspace, or lets it send again. */
export async function halt(db: Knex, workspaceId: WorkspaceId, isHalted: boolean): Promise<void> {
  const changes = isHalted
    ? { halted_at: new Date(), halt_reason: 'operator' }
    : { halted_at: null, halt_reason: null }
  await db('workspaces').where({ id: workspaceId }).update(changes)
}

/** Makes a campaign due that was left alone for a while. */
export async function dueNow(db: Knex, { workspaceId, id }: CampaignKey): Promise<void> {
  await db('campaigns').where({ workspace_id: workspaceId, id }).update({ due_at: new Date() })
}
