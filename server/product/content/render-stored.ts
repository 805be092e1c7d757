import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../platform/http/errors/api-error.js'
import type { Uuid, WorkspaceId } from '../../platform/db/ids.js'
import { renderMessage, type RenderedMessage } from './render-message.js'
import type { ContactView, Renderer } from './rendering/compiling/source.js'
import { renderable, type TemplateStore } from './store.js'

/** Stored values that a mail is rendered with whenever it is delivered or read. */
export interface RenderInput {
  readonly values: Readonly<Record<string, unknown>>
  /** The contact; null if the version shows nothing of it. */
  readonly contact: ContactView | null
}

/** A mail that is stored as a version of a template and its values. */
export interface StoredMail {
  readonly workspaceId: WorkspaceId
  readonly templateId: Uuid
  readonly version: number
  /** Language tag; null for the default content. */
  readonly locale: string | null
  readonly input: RenderInput
  /** The value of the variable `unsubscribe_url`. Absent for mail that people cannot unsubscribe from. */
  readonly unsubscribeUrl?: string | undefined
}

/**
 * Renders a stored mail; undefined if its template was deleted.
 *
 * @throws ApiError 422 `template_render_failed`, 503 `unavailable`
 */
export type RenderStored = (mail: StoredMail) => Promise<RenderedMessage | undefined>

/** Most tries of a mail while the renderer is busy. */
const busyTries = 5
/** Milliseconds before the second try; the wait grows with each further one. */
const busyMs = 200

/** JSON pointers in the details of errors: since nobody made a request, they lead to parts of the mail itself. */
const places = { template: '/template', variables: '/variables' }

/** Returns the renderer of mails whose bodies are not stored. The same mail is always rendered alike. */
export function storedMailRenderer(
  templates: Pick<TemplateStore, 'version' | 'contentOf'>,
  renderer: Pick<Renderer, 'render'>,
): RenderStored {
  return async ({ input, locale, unsubscribeUrl, ...id }) => {
    const version = await templates.version(id)
    if (version === undefined) return undefined
    const render = () =>
      renderMessage(
        renderer,
        renderable(templates, version),
        {
          locale: locale ?? undefined,
          values: input.values,
          unsubscribeUrl,
          contact: input.contact ?? undefined,
        },
        places,
      )
    for (let tries = 1; ; tries += 1) {
      try {
        return await render()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'template_not_found') return undefined
        if (error.code !== 'unavailable' || tries === busyTries) throw error
        await sleep(busyMs * tries)
      }
    }
  }
}
