import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import {
  piece,
  plain,
  refusalOf,
  templateCalls,
  type TemplateCalls,
} from '../../../support/templates/template-calls.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Layouts and partials: which a version can use, what is pinned, and what cannot be deleted for it. */

let service: TestService
let tenant: Tenant
let calls: TemplateCalls

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  calls = templateCalls(service.url, await tenant.session('admin'))
})

const partial = (html = '<b>Shop</b>', fields = {}) => calls.published(piece('partial', html, fields))
const showing = (...ids: string[]) => ({
  ...plain,
  html: ids.map((id) => `{% render '${id}' %}`).join('\n'),
})
const pinsOf = async (id: string, version = 1) => (await calls.version(id, version)).body.pins as unknown
const notFound = [422, 'validation_failed', '/body/html', 'unknown_template']

describe('a version', () => {
  test('pins what it uses, in the version that is published then', async () => {
    const layout = await calls.published(piece('layout', '<body>{% block content %}{% endblock %}</body>'))
    const footer = await partial()
    const html = `{% layout '${layout}' %}{% block content %}{% render '${footer}' %}{% endblock %}`
    const id = await calls.made({ html })
    const pins = [
      { template_id: layout, version: 1 },
      { template_id: footer, version: 1 },
    ]
    expect(await pinsOf(id)).toEqual(pins)
    await calls.createVersion(footer, { html: '<i>Shop</i>' })
    // Its latest version is not its published one.
    const again = await calls.createVersion(id, { ...plain, html })
    expect(again.body.pins).toEqual(pins)
    await calls.publish(footer, 2)
    const newer = await calls.createVersion(id, { ...plain, html })
    expect(newer.body.pins).toEqual([pins[0], { template_id: footer, version: 2 }])
    expect(await pinsOf(id, 3)).toEqual(newer.body.pins)
    expect(await pinsOf(id)).toEqual(pins)
  })

  test('pins one that it uses many times once, and no more than what it uses itself', async () => {
    const inner = await partial()
    const outer = await partial(`{% render '${inner}' %}`)
    const id = await calls.made({
      ...showing(outer, outer),
      locales: { de: { subject: 'Quittung', html: `{% render '${outer}' %}` } },
    })
    expect(await pinsOf(id)).toEqual([{ template_id: outer, version: 1 }])
    const { body } = await calls.page('?limit=1')
    expect(body.data[0].id).toBe(id)
  })

  test('pins nothing that its text only mentions', async () => {
    const footer = await partial()
    expect(await pinsOf(await calls.made({ text: `See ${footer}.` }))).toEqual([])
  })

  test('cannot use what is not there, not published or a message', async () => {
    const draft = await calls.made(piece('partial', '<b>x</b>'))
    const message = await calls.published()
    for (const id of [toTypeId('tpl', newUuid()), draft, message]) {
      const refused = await calls.create(showing(id))
      expect(refusalOf(refused)).toEqual(notFound)
      expect(refused.body.error.details[0].line).toBe(1)
    }
    const named = await calls.create({ html: "{% render 'footer' %}" })
    expect(refusalOf(named)).toEqual([422, 'validation_failed', '/body/html', 'syntax'])
  })

  test('cannot use what is of another workspace', async () => {
    const other = await addTenant(service)
    const others = templateCalls(service.url, await other.session('admin'))
    const footer = await partial()
    expect(refusalOf(await others.create(showing(footer)))).toEqual(notFound)
  })

  test('uses what is of its project or of every project', async () => {
    const ofAll = await partial()
    const ofLive = await partial('<b>x</b>', { project_id: tenant.liveProject })
    const create = (project_id: string | null, id: string) => calls.create({ ...showing(id), project_id })
    expect((await create(null, ofAll)).status).toBe(201)
    expect((await create(tenant.liveProject, ofAll)).status).toBe(201)
    expect((await create(tenant.liveProject, ofLive)).status).toBe(201)
    expect(refusalOf(await create(tenant.testProject, ofLive))).toEqual(notFound)
    expect(refusalOf(await create(null, ofLive))).toEqual(notFound)
    const { body: made } = await calls.create({ project_id: tenant.testProject })
    expect(refusalOf(await calls.createVersion(made.id, showing(ofLive)))).toEqual(notFound)
  })

  test('names 50 templates at most', async () => {
    const named = (count: number) =>
      Array.from({ length: count }, () => `${toTypeId('tpl', newUuid())}`).join('\n')
    expect((await calls.create({ text: named(50) })).status).toBe(201)
    const refused = await calls.create({ locales: { de: { subject: 'x', text: named(51) } } })
    expect(refusalOf(refused)).toEqual([422, 'validation_failed', '/body/locales/de/text', 'too_many'])
  })

  test('uses layouts and partials of 10 MB at most together', async () => {
    const id = await partial()
    await service.sql.query(
      `update template_contents set compiled = repeat('x', 10000001) where workspace_id = $1 and template_id = $2`,
      [tenant.workspaceId, fromTypeId('tpl', id)],
    )
    const refused = await calls.create(showing(id))
    expect(refusalOf(refused)).toEqual([422, 'validation_failed', '/body', 'too_large'])
  })

  test('has 20 MB at most in all languages, with what it uses', async () => {
    const large = await partial(`<p>${'x'.repeat(499_000)}</p>`)
    const locale = showing(large, large, large, large)
    const tags = Array.from({ length: 11 }, (_, index) => `a${String.fromCharCode(97 + index)}`)
    const create = (count: number) => {
      const locales = tags.slice(0, count).map((tag) => [tag, locale])
      return calls.create({ locales: Object.fromEntries(locales) })
    }
    expect((await create(9)).status).toBe(201)
    expect(refusalOf(await create(11))).toEqual([422, 'validation_failed', '/body', 'too_large'])
  })
})

describe('what uses a template', () => {
  test('is said by name, in the published and the latest version', async () => {
    const footer = await partial()
    const id = await calls.published({ ...showing(footer), name: 'Invoice' })
    await calls.createVersion(id)
    const draft = await calls.made({ ...showing(footer), name: 'Reminder' })
    const templates = [
      { template_id: id, name: 'Invoice', published: true, latest: false },
      { template_id: draft, name: 'Reminder', published: false, latest: true },
    ]
    expect((await calls.uses(footer)).body).toEqual({ templates, campaigns: [], automations: [] })
    await calls.publish(id, 2)
    expect((await calls.uses(footer)).body.templates).toEqual([templates[1]])
    expect((await calls.uses(id)).body).toEqual({ templates: [], campaigns: [], automations: [] })
  })
})

describe('deleting', () => {
  const inUse = [409, 'invalid_state']

  test('what another template uses in its latest or published version is refused, with its name', async () => {
    const footer = await partial()
    const id = await calls.made({ ...showing(footer), name: 'Invoice' })
    const refused = await calls.remove(footer)
    expect(refusalOf(refused)).toEqual(inUse)
    expect(refused.body.error.message).toContain(`Invoice (${id})`)
    // Published, it is used though the latest version does without.
    await calls.publish(id, 1)
    await calls.createVersion(id)
    expect(refusalOf(await calls.remove(footer))).toEqual(inUse)
    // Neither published nor the latest, it is not.
    await calls.publish(id, 2)
    expect((await calls.remove(footer)).status).toBe(204)
    expect(await pinsOf(id)).toEqual([{ template_id: footer, version: 1 }])
    // It cannot be used again.
    expect(refusalOf(await calls.createVersion(id, showing(footer)))).toEqual(notFound)
  })

  test('what only the deleted used works', async () => {
    const footer = await partial()
    const id = await calls.made(showing(footer))
    expect((await calls.remove(id)).status).toBe(204)
    expect((await calls.remove(footer)).status).toBe(204)
  })

  test('what uses itself works', async () => {
    const footer = await partial()
    const again = await calls.createVersion(footer, { html: `{% render '${footer}' %}!` })
    expect(again.status, again.text).toBe(201)
    expect(again.body.pins).toEqual([{ template_id: footer, version: 1 }])
    expect((await calls.remove(footer)).status).toBe(204)
  })

  test('at once with versions that use it leaves no version without what it uses', async () => {
    for (let round = 0; round < 5; round += 1) {
      const footer = await partial()
      const ids = await Promise.all(Array.from({ length: 4 }, () => calls.made()))
      const [removed, ...made] = await Promise.all([
        calls.remove(footer),
        ...ids.map((id) => calls.createVersion(id, showing(footer))),
      ])
      const isGone = removed.status === 204
      if (!isGone) expect(refusalOf(removed)).toEqual(inUse)
      for (const reply of made) {
        if (reply.status === 201) expect(isGone).toBe(false)
        else expect([409, 422]).toContain(reply.status)
      }
    }
  })
})
