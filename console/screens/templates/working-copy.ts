import type { TemplateVersion } from 'postseal'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { keepDraft, takeDraft } from '../../state/drafts.js'
import { isSame, typedOf, type TypedContent } from './content.js'

/** What was typed, and the version that it began from. */
export interface Typed {
  readonly base: number
  readonly content: TypedContent
}

/** What is being written of a template. */
export interface WorkingCopy {
  /** What was typed, or else what the latest version has. */
  readonly content: TypedContent
  /** What the latest version has. */
  readonly latest: TypedContent
  readonly base: number
  readonly isChanged: boolean
  /** Whether another version was saved since the typing began. */
  readonly isBehind: boolean
  /** Whether the browser could not keep what was typed: a reload would lose it. */
  readonly isLost: boolean
  /** Changes what is typed by now, which may be more than what was shown. */
  readonly change: (how: (content: TypedContent) => TypedContent) => void
  /** Takes what was typed for a change of the latest version. */
  readonly rebase: () => void
  /** Goes back to the latest version. What was typed is handed back, so that it can be restored. */
  readonly discard: () => Typed | undefined
  readonly restore: (typed: Typed) => void
  /** Says that a content is a version by now. What was typed while it was saved stays. */
  readonly saved: (content: TypedContent, version: number) => void
}

/** Milliseconds after which what is typed is kept. */
const rest = 250

export const draftOf = (templateId: string) => `template.${templateId}`

/** What was typed of a template and is not saved as a version. It is kept in this browser. */
export function useWorkingCopy(latest: TemplateVersion): WorkingCopy {
  const draft = draftOf(latest.template_id)
  const [typed, setTyped] = useState<Typed | undefined>(() => readDraft(draft))
  const [isLost, setLost] = useState(false)
  const ofLatest = useMemo(() => typedOf(latest), [latest])
  const waiting = useRef<{ typed: Typed | undefined }>()
  const timer = useRef<ReturnType<typeof setTimeout>>()
  // A save ends later than it began: what is typed by then.
  const current = useRef(typed)
  current.current = typed
  const keep = () => {
    clearTimeout(timer.current)
    const { current: next } = waiting
    if (next === undefined) return
    waiting.current = undefined
    keepDraft(draft, next.typed && { ...next.typed })
    const kept = next.typed === undefined || takeDraft(draft) !== undefined
    setLost(!kept)
  }
  useEffect(() => {
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [draft])
  useEffect(() => {
    if (!isLost) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isLost])

  const set = (next: Typed | undefined) => {
    current.current = next
    setTyped(next)
    waiting.current = { typed: next }
    clearTimeout(timer.current)
    timer.current = setTimeout(keep, rest)
  }
  const base = typed?.base ?? latest.version
  const isChanged = useMemo(
    () => typed !== undefined && !isSame(typed.content, ofLatest),
    [typed?.content, ofLatest],
  )
  return {
    content: typed?.content ?? ofLatest,
    latest: ofLatest,
    base,
    isChanged,
    isBehind: isChanged && base < latest.version,
    isLost,
    change: (how) => {
      const now = current.current
      const content = how(now?.content ?? ofLatest)
      set(isSame(content, ofLatest) ? undefined : { base: now?.base ?? latest.version, content })
    },
    rebase: () => typed && set({ ...typed, base: latest.version }),
    discard: () => {
      set(undefined)
      return typed
    },
    restore: set,
    saved: (content, version) => {
      const now = current.current
      set(now === undefined || now.content === content ? undefined : { base: version, content: now.content })
    },
  }
}

/** What was kept; what another version of the console kept, and this one can't read, counts as nothing. */
function readDraft(name: string): Typed | undefined {
  const { base, content } = takeDraft(name) ?? {}
  if (typeof base !== 'number' || typeof content !== 'object' || content === null) return undefined
  const typed = content as TypedContent
  return Array.isArray(typed.variables) && typeof typed.locales === 'object'
    ? { base, content: typed }
    : undefined
}
