import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { refusalOfProject, type Asking, type ProbingIntruder } from './audience-probes.js'
import { call } from '../api/api.js'
import type { TestService } from '../service/service.js'
import { piece, plain, templateCalls } from '../templates/template-calls.js'
import type { Tenant } from '../workspace/tenant.js'

/** Probes that try to reach a tenant's templates from outside the tenant. */

export interface TemplateVictim {
  readonly tenant: Tenant
  /** Published, of the live project. */
  readonly message: string
  /** Published, of the live project. */
  readonly partial: string
  readonly contact: string
  /** Texts that stand in these rows and nowhere else. */
  readonly traces: string[]
}

/** @param contact one of the tenant, whom a preview can show */
export async function makeTemplates(
  service: TestService,
  tenant: Tenant,
  contact: string,
): Promise<TemplateVictim> {
  const calls = templateCalls(service.url, await tenant.session('admin'))
  const marker = randomUUID()
  const message = await calls.published({ name: marker, subject: marker, project_id: tenant.liveProject })
  const partial = await calls.published(
    piece('partial', marker, { name: marker, project_id: tenant.liveProject }),
  )
  return { tenant, message, partial, contact, traces: [marker, message, partial] }
}

type Probe = (intruder: ProbingIntruder) => Promise<void>

const path = '/v1/templates'

/** The probes of operations of which the contract does not say all. */
export function templateProbes({
  service,
  victim,
  seesNothing,
  isRefused,
}: Omit<Asking, 'victim'> & { readonly victim: () => TemplateVictim }): Record<string, Probe> {
  /** Removes what an intruder made, since it can be in the victim's workspace. */
  const remove = async ({ key }: ProbingIntruder, id: string) =>
    expect((await templateCalls(service().url, key).remove(id)).status).toBe(204)
  const showsPartial = () => ({ ...plain, html: `{% render '${victim().partial}' %}` })
  const ofProject = () => ({ project_id: victim().tenant.liveProject })
  return {
    listTemplates: async (intruder) => {
      await seesNothing(intruder, `${path}?limit=100`)
      // Naming its project is no way around it either.
      await seesNothing(intruder, `${path}?limit=100&project_id=${victim().tenant.liveProject}`)
    },
    createTemplate: async (intruder) => {
      const body = { name: 'Stolen', ...plain }
      const elsewhere = { ...body, ...ofProject() }
      await isRefused(intruder, ['POST', path, elsewhere], ...refusalOfProject(intruder, victim().tenant))
      const shows = { ...body, ...showsPartial(), project_id: intruder.project }
      await isRefused(intruder, ['POST', path, shows], 422, 'validation_failed')
    },
    createTemplateVersion: async (intruder) => {
      const versions = `${path}/${victim().message}/versions`
      await isRefused(intruder, ['POST', versions, plain], 404, 'not_found')
      // Nor is what it uses there for a template of one's own.
      const own = await templateCalls(service().url, intruder.key).made({ project_id: intruder.project })
      const reply = await call(service().url, 'POST', `${path}/${own}/versions`, {
        key: intruder.key,
        body: showsPartial(),
      })
      expect([reply.status, reply.body.error?.code]).toEqual([422, 'validation_failed'])
      await remove(intruder, own)
    },
    previewTemplate: async (intruder) => {
      await isRefused(intruder, ['POST', `${path}/${victim().message}/preview`, {}], 404, 'not_found')
      // Nor is the victim's contact there for a template of one's own.
      const own = await templateCalls(service().url, intruder.key).made({ project_id: intruder.project })
      const request = { contact_id: victim().contact }
      await isRefused(intruder, ['POST', `${path}/${own}/preview`, request], 422, 'validation_failed')
      await remove(intruder, own)
    },
    previewTemplateContent: async (intruder) => {
      const refused = (body: object) =>
        isRefused(
          intruder,
          ['POST', `${path}/preview`, { project_id: intruder.project, ...body }],
          422,
          'validation_failed',
        )
      const elsewhere = { content: plain, ...ofProject() }
      const asked: [string, string, object] = ['POST', `${path}/preview`, elsewhere]
      await isRefused(intruder, asked, ...refusalOfProject(intruder, victim().tenant))
      await refused({ content: showsPartial() })
      await refused({ content: plain, contact_id: victim().contact })
    },
  }
}

/** The victim's rows. */
export async function rowsOfTemplates({ sql }: TestService, { tenant }: TemplateVictim): Promise<unknown[]> {
  const tables = ['templates', 'template_versions', 'template_contents', 'template_pins']
  return Promise.all(
    tables.map(async (table) => {
      const query = `select * from ${table} where workspace_id = $1 order by 1, 2, 3`
      return (await sql.query(query, [tenant.workspaceId])).rows as unknown
    }),
  )
}
