import type { TemplateVersion } from 'postseal'
import { useMemo } from 'preact/hooks'
import { useWorkingCopy, type WorkingCopy } from '../../../state/working-copy.js'
import { isSame, typedOf, type TypedContent } from './content.js'

/** Unsaved content of a template. */
export type TemplateCopy = WorkingCopy<TypedContent>

export const draftOf = (templateId: string) => `template.${templateId}`

/** Keeps the changes of a template that are not yet saved as a version. */
export function useTemplateCopy(latest: TemplateVersion): TemplateCopy {
  const content = useMemo(() => typedOf(latest), [latest])
  return useWorkingCopy({
    draft: draftOf(latest.template_id),
    version: latest.version,
    latest: content,
    isSame,
    read: readContent,
  })
}

function readContent(kept: unknown): TypedContent | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const typed = kept as TypedContent
  return Array.isArray(typed.variables) && typeof typed.locales === 'object' ? typed : undefined
}
