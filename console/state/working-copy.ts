import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { keepDraft, takeDraft } from './drafts.js'

/** Changed content, and the version on which the changes are based. */
export interface Typed<Content> {
  readonly base: number
  readonly content: Content
}

/** Unsaved content of something that has versions. */
export interface WorkingCopy<Content> {
  /** Changed content, or the latest version's content if nothing was changed. */
  readonly content: Content
  /** Content of the latest version. */
  readonly latest: Content
  readonly base: number
  readonly isChanged: boolean
  /** True if another version was saved since the changes began. */
  readonly isBehind: boolean
  /** True if the browser could not store the changes: a reload would lose them. */
  readonly isLost: boolean
  /** Changes the current content, which may be newer than the content last shown. */
  readonly change: (how: (content: Content) => Content) => void
  /** Makes the latest version the base of the changes. */
  readonly rebase: () => void
  /** Goes back to the latest version, and returns the discarded changes, so that they can be restored. */
  readonly discard: () => Typed<Content> | undefined
  readonly restore: (typed: Typed<Content>) => void
  /** Records that a content was saved as a version. Changes made while it was being saved are kept. */
  readonly saved: (content: Content, version: number) => void
}

interface Source<Content> {
  /** Name under which the draft is stored. */
  readonly draft: string
  /**
   * Number of the latest version. `latest` must stay the same object as long as the version's content is the same.
   */
  readonly version: number
  readonly latest: Content
  readonly isSame: (one: Content, other: Content) => boolean
  /** Reads stored content; returns undefined if this version of the console can't read it. */
  readonly read: (kept: unknown) => Content | undefined
}

/** Milliseconds after the last change until it is stored. */
const rest = 250

/** Keeps changes that are not yet saved as a version. They are stored in this browser. */
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
  // Text typed until now: a save ends later than it began.
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
