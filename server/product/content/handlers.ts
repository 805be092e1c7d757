import { previewHandlers, type PreviewDependencies } from './preview/handlers.js'
import type { TemplateStore } from './store.js'
import { templateHandlers, type TemplateDependencies } from './templates/handlers.js'

export interface ContentDependencies extends PreviewDependencies, TemplateDependencies {
  readonly templates: TemplateStore
}

/** The handlers of templates and of their previews. */
export function contentHandlers(dependencies: ContentDependencies) {
  return { ...previewHandlers(dependencies), ...templateHandlers(dependencies) }
}
