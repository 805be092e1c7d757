import type { Template } from '../items.js'
import type { Remark } from '../source.js'
import { prepared, type Prepared } from '../templates/content.js'
import { idOf } from '../fields.js'
import { oneByOne, type Made } from './one-by-one.js'
import { keyOf, refusalOf } from './postseal.js'
import type { Move } from './target.js'

/**
 * Brings templates, and publishes those that the other service sends. A template with places that have no counterpart
 * in Liquid is not published.
 */
export const bringTemplates = oneByOne<'templates'>('templates', {
  nameOf: ({ name }) => name,
  idOf: ({ id }) => id,
  find: async ({ to }, template) => {
    const { value } = prepared(template)
    for await (const row of to.list('/v1/templates')) {
      if ((row['project_id'] ?? null) !== to.projectId) continue
      const isSame = row['alias'] === value['alias'] && value['alias'] !== undefined
      if (isSame || row['name'] === value['name']) return { id: idOf(row, 'id') }
    }
    return undefined
  },
  create: async (move, template, key) => {
    const { to } = move
    const content = prepared(template, await layoutOf(move, template))
    const value = { project_id: to.projectId, ...content.value }
    try {
      const made = await to.change('POST', '/v1/templates', { value, key })
      return await published(move, template, { id: idOf(made, 'id') }, content)
    } catch (error) {
      // The conversion leaves a part with a problem as it was, which may not be Liquid.
      if (content.problems.length === 0 || refusalOf(error) === undefined) throw error
      const raw = { ...value, ...unconverted(template), variables: undefined }
      const made = await to.change('POST', '/v1/templates', { value: raw, key: keyOf(key, 'raw') })
      return withRemarks(template, { id: idOf(made, 'id') }, content, [
        'its content is here as it was at the other service, between {% raw %} and {% endraw %}',
      ])
    }
  },
  complete: async (move, template, made) =>
    await published(move, template, made, prepared(template, await layoutOf(move, template))),
})

async function published(move: Move, template: Template, made: Made, content: Prepared): Promise<Made> {
  const { journal, source, to } = move
  const isPublished = template.isPublished && content.problems.length === 0
  if (isPublished)
    await to.change('POST', `/v1/templates/${encodeURIComponent(made.id)}/publish`, {
      value: { version: 1 },
      key: keyOf(journal.id, 'publish', made.id),
    })
  const why = template.isPublished ? [] : [`it is not published, as at ${source.title}`]
  return withRemarks(template, made, content, isPublished ? [] : why)
}

function withRemarks(
  { name }: Template,
  made: Made,
  { problems, losses }: Prepared,
  more: readonly string[],
): Made {
  const why = problems.length > 0 ? ['it is not published, because of these lines'] : []
  const remarks: Remark[] = [...problems, ...losses, ...why, ...more].map((reason) => ({
    item: name,
    reason,
  }))
  return { ...made, remarks }
}

/** Returns the layout here, if it was brought and is published. */
async function layoutOf({ journal, to }: Move, { layoutId }: Template): Promise<string | undefined> {
  const id = layoutId === undefined ? undefined : journal.of('templates').ids[layoutId]
  if (id === undefined) return undefined
  const { published_version: version } = await to.get(`/v1/templates/${encodeURIComponent(id)}`)
  return typeof version === 'number' ? id : undefined
}

function unconverted({ subject, preheader, html, text }: Template): object {
  const raw = (part: string) => `{% raw %}${part}{% endraw %}`
  return {
    ...(subject !== undefined && { subject: raw(subject.replace(/[\r\n]+/g, ' ')) }),
    ...(preheader !== undefined && { preheader: raw(preheader.replace(/[\r\n]+/g, ' ')) }),
    ...(html !== undefined && { html: raw(html) }),
    ...(text !== undefined && { text: raw(text) }),
  }
}
