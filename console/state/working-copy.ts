import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { keepDraft, takeDraft } from './drafts.js'

/** What was changed, and the version that it began from. */
export interface Typed<Content> {
  readonly base: number
  readonly content: Content
}

/** What is being written of something that has versions. */
export interface WorkingCopy<Content> {
  /** What was changed, or else what the latest version has. */
  readonly content: Content
  /** What the latest version has. */
  readonly latest: Content
  readonly base: number
  readonly isChanged: boolean
  /** Whether another version was saved since the changes began. */
  readonly isBehind: boolean
  /** Whether the browser could not keep what was changed: a reload would lose it. */
  readonly isLost: boolean
  /** Changes what there is by now, which may be more than what was shown. */
  readonly change: (how: (content: Content) => Content) => void
  /** Takes what was changed for a change of the latest version. */
  readonly rebase: () => void
  /** Goes back to the latest version. What was changed is handed back, so that it can be restored. */
  readonly discard: () => Typed<Content> | undefined
  readonly restore: (typed: Typed<Content>) => void
  /** Says that a content is a version by now. What was changed while it was saved stays. */
  readonly saved: (content: Content, version: number) => void
}

interface Source<Content> {
  /** What the draft is kept under. */
  readonly draft: string
  /** The latest version, and what it has: the same object while that is the same. */
  readonly version: number
  readonly latest: Content
  readonly isSame: (one: Content, other: Content) => boolean
  /** Reads what was kept; what this version of the console can't read is undefined. */
  readonly read: (kept: unknown) => Content | undefined
}

/** Milliseconds after which what is changed is kept. */
const rest = 250

/** What was changed and is not saved as a version. It is kept in this browser. */
export function useWorkingCopy<Content>({
  draft,
  version,
  latest,
  isSame,
  read,
}: Source<Content>): WorkingCopy<Content> {
  const [typed, setTyped] = useState<Typed<Content> | undefined>(() => readDraft(draft, read))
  const [isLost, setLost] = useState(false)
  const waiting = useRef<{ typed: Typed<Content> | undefined }>()
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

  const set = (next: Typed<Content> | undefined) => {
    current.current = next
    setTyped(next)
    waiting.current = { typed: next }
    clearTimeout(timer.current)
    timer.current = setTimeout(keep, rest)
  }
  const base = typed?.base ?? version
  const isChanged = useMemo(
    () => typed !== undefined && !isSame(typed.content, latest),
    [typed?.content, latest],
  )
  return {
    content: typed?.content ?? latest,
    latest,
    base,
    isChanged,
    isBehind: isChanged && base < version,
    isLost,
    change: (how) => {
      const now = current.current
      const content = how(now?.content ?? latest)
      set(isSame(content, latest) ? undefined : { base: now?.base ?? version, content })
    },
    rebase: () => typed && set({ ...typed, base: version }),
    discard: () => {
      set(undefined)
      return typed
    },
    restore: set,
    saved: (content, made) => {
      const now = current.current
      set(now === undefined || now.content === content ? undefined : { base: made, content: now.content })
    },
  }
}

function readDraft<Content>(name: string, read: Source<Content>['read']): Typed<Content> | undefined {
  const { base, content } = takeDraft(name) ?? {}
  const kept = read(content)
  return typeof base === 'number' && kept !== undefined ? { base, content: kept } : undefined
}
