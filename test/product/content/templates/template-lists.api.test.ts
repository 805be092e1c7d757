import { beforeAll, describe, expect, test } from 'vitest'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { piece, templateCalls, type TemplateCalls } from '../../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** The list of templates and that of their versions. */

let service: TestService
let tenant: Tenant
let calls: TemplateCalls

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  calls = templateCalls(service.url, await tenant.session('member'))
})

type Page = { data: Record<string, unknown>[]; has_more: boolean; next_cursor: string | null }

/** All pages of a list, one after the other. */
async function pagesOf(read: (query: string) => Promise<{ body: Page }>): Promise<Page['data'][]> {
  const pages: Page['data'][] = []
  for (let cursor: string | null | undefined = undefined; cursor !== null;) {
    const { body } = await read(`?limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`)
    pages.push(body.data)
    expect(body.has_more).toBe(body.next_cursor !== null)
    cursor = body.next_cursor
  }
  return pages
}

describe('templates', () => {
  test('come newest first, page by page, without their content', async () => {
    const ids: string[] = []
    for (const fields of [
      {},
      { project_id: tenant.liveProject },
      { project_id: tenant.testProject },
      piece('partial', '<b>x</b>'),
      piece('layout', '<b>x</b>', { project_id: tenant.liveProject }),
    ]) {
      ids.unshift(await calls.made(fields))
    }
    const [layout, partial, ofTests, ofLive, ofAll] = ids
    const idsOf = async (query: string) => {
      const { status, text, body } = await calls.page(query)
      expect(status, text).toBe(200)
      return (body.data as { id: string }[]).map(({ id }) => id)
    }
    expect(await idsOf('')).toEqual(ids)
    const pages = await pagesOf(calls.page)
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
    expect(pages.flat().map(({ id }) => id)).toEqual(ids)
    expect(pages[0]?.[0]).toEqual((await calls.get(ids[0] ?? '')).body)
    // Those that sends of a project can name are also those of every project.
    expect(await idsOf(`?project_id=${tenant.liveProject}`)).toEqual([layout, partial, ofLive, ofAll])
    expect(await idsOf(`?project_id=${tenant.testProject}`)).toEqual([partial, ofTests, ofAll])
    expect(await idsOf('?kind=message')).toEqual([ofTests, ofLive, ofAll])
    expect(await idsOf(`?kind=layout&project_id=${tenant.liveProject}`)).toEqual([layout])
    expect(await idsOf(`?kind=layout&project_id=${tenant.testProject}`)).toEqual([])
    expect(await idsOf('?until=2020-01-01T00:00:00Z')).toEqual([])
    expect(await idsOf('?since=2020-01-01T00:00:00Z')).toEqual(ids)
    expect((await calls.page('?kind=mail')).status).toBe(422)
  })

  test('are those of the workspace', async () => {
    const other = await addTenant(service)
    const others = templateCalls(service.url, await other.session('owner'))
    const id = await calls.made({ project_id: tenant.liveProject })
    expect((await others.page()).body.data).toEqual([])
    expect((await others.page(`?project_id=${tenant.liveProject}`)).body.data).toEqual([])
    expect((await others.get(id)).status).toBe(404)
    expect((await others.versions(id)).status).toBe(404)
  })
})

describe('versions', () => {
  test('come newest first, page by page, without their bodies', async () => {
    const id = await calls.made({ subject: 'No. 1', locales: { de: { subject: 'Nr. 1', text: 'x' } } })
    // Another one's do not get in between.
    const other = await calls.made()
    for (const number of [2, 3, 4, 5]) {
      await calls.createVersion(id, { subject: `No. ${number}`, text: 'x' })
      await calls.createVersion(other)
    }
    const pages = await pagesOf((query) => calls.versions(id, query))
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
    const all = pages.flat()
    expect(all.map(({ version }) => version)).toEqual([5, 4, 3, 2, 1])
    const { body: first } = await calls.version(id, 1)
    expect(all.at(-1)).toEqual({
      version: 1,
      subject: 'No. 1',
      locales: ['de'],
      created_at: first.created_at,
      created_by: first.created_by,
      published_at: null,
    })
    expect((await calls.versions(id, '?until=2020-01-01T00:00:00Z')).body.data).toEqual([])
  })

  test('of a partial have no subject', async () => {
    const id = await calls.made(piece('partial', '<b>x</b>', { locales: { de: { html: '<b>y</b>' } } }))
    expect((await calls.versions(id)).body.data).toMatchObject([
      { version: 1, subject: null, locales: ['de'] },
    ])
    expect((await calls.version(id, 1)).body.locales).toEqual({ de: { html: '<b>y</b>' } })
  })
})
