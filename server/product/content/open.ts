import type { ServiceContext } from '../../platform/service/context.js'
import { previewHandlers } from './preview/preview-handlers.js'
import { storedMailRenderer } from './render-stored.js'
import { openRenderer } from './rendering/pool/renderer.js'
import { templateStore } from './store.js'
import { templateHandlers } from './templates/template-handlers.js'

/** Templates, and what renders them. */
export type Content = ReturnType<typeof openContent>

/** Opens the store of templates and the processes that render them. */
export function openContent({ db, log, parts, publicUrl, wakes }: ServiceContext) {
  const templates = templateStore(db)
  const renderer = openRenderer(({ workspaceId, key, failure }) =>
    log.warn(
      { workspace_id: workspaceId, version: key, failure },
      failure === 'slow' || failure === 'ended'
        ? 'a template exceeded its limits and was stopped'
        : 'a template got no time on this machine',
    ),
  )
  parts.add('renderer', () => renderer.close())
  return {
    templates,
    renderer,
    /** Renders mail whose bodies are not stored. */
    renderStored: storedMailRenderer(templates, renderer),
    handlers: {
      ...previewHandlers({ renderer, templates, publicUrl }),
      ...templateHandlers({ renderer, templates, wakes }),
    },
  }
}
