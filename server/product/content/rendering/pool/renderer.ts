import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Ending } from '../../../../platform/sandbox/sandbox-process.js'
import { bestLocale } from '../../locale.js'
import { withUnused, type CompiledContent } from '../compiling/content.js'
import type { Task } from './fair-queue.js'
import type { Answer, Available, CompiledLanguage, CompileJob, RenderJob } from './jobs.js'
import { compileMs, renderMs } from '../limits.js'
import { isEnded, RenderPool } from './render-pool.js'
import type { Failed, Outcome } from './render-process.js'
import {
  CompileError,
  RenderError,
  RendererBusyError,
  type Mistake,
  type Pinnable,
  type Renderer,
  type Variable,
} from '../compiling/source.js'
import { withInherited } from '../liquid/variables.js'
import { atMostEntries } from '../../../../../base/caches/at-most-entries.js'

/** Time for which an ended render is not tried again, in milliseconds. */
const endedMs = 10_000

/** A job that had to be ended with its process, or that no process could be started for. */
export interface EndedJob extends Failed {
  readonly workspaceId: string
  /** The workspace, template, version and language; undefined for content that is not saved. */
  readonly key: string | undefined
}

/**
 * Opens the renderer of this process. It starts a process for templates when there is work, and ends it after a
 * minute without.
 *
 * @param onEnded called with each job that ended without an answer
 */
export function openRenderer(onEnded: (job: EndedJob) => void = () => undefined): Renderer {
  const pool = new RenderPool()
  /**
   * Renders that a limit has ended, by everything that decides about a render: an equal one would take as long again.
   */
  const ended = new LRUCache<string, Outcome>({ ...atMostEntries(1_000), ttl: endedMs })

  const run = (task: Task) =>
    pool.run({
      ...task,
      onOutcome: (outcome) => {
        if ('failure' in outcome) onEnded({ ...task, failure: outcome.failure })
        task.onOutcome?.(outcome)
      },
    })

  async function compileIn(workspaceId: string, job: CompileJob): Promise<CompiledLanguage> {
    const outcome = await run({ workspaceId, key: undefined, job: () => job, maxMs: compileMs })
    if ('failure' in outcome) throw compileFailed(outcome.failure, job.locale)
    return compiledIn(outcome.answer)
  }

  return {
    compile: async (workspaceId, source, available) => {
      const { kind, variables, inlineCss } = source
      const locales = Object.keys(source.contents)
      const jobs = Object.entries(source.contents).map(([locale, content]): CompileJob => {
        const inLocale = [...available].map(([, pinnable]) => availableIn(pinnable, locale))
        return { type: 'compile', kind, locale, variables, inlineCss, source: content, available: inLocale }
      })
      const compiled = await allOf(jobs.map((job) => compileIn(workspaceId, job)))
      const used = new Set(compiled.flatMap(({ names }) => names))
      const unused = source.variables.map(({ name }) => name).filter((name) => !used.has(name))
      const contents = compiled.map(({ content }) => withUnused(content, unused))
      return {
        contents: Object.fromEntries(locales.map((locale, index) => [locale, contents[index] ?? ''])),
        variables: compiled.reduce<readonly Variable[]>(
          (all, { variables }) => withInherited(all, variables),
          source.variables,
        ),
        usesContact: compiled.some(({ usesContact }) => usesContact),
        uses: [...new Set(compiled.flatMap(({ uses }) => uses))],
      }
    },

    render: async ({ workspaceId, content, values, ...request }) => {
      const job: RenderJob = { type: 'render', ...request, content, values: JSON.stringify(values) }
      const digest = digestOf(workspaceId, job)
      const runWith = (message: Task['job']) =>
        run({
          ...{ workspaceId, key: job.key, job: message, maxMs: renderMs },
          cachedOutcome: () => (ended.size === 0 ? undefined : ended.get(digest())),
          onOutcome: (outcome) => {
            if (isEnded(outcome)) ended.set(digest(), outcome)
          },
        })
      // The process may have the content by now.
      let outcome = await runWith((has) => (has ? { ...job, content: undefined } : job))
      if ('answer' in outcome && 'missing' in outcome.answer) outcome = await runWith(() => job)
      if ('failure' in outcome) throw renderFailed(outcome.failure)
      const { answer } = outcome
      if ('rendered' in answer) return answer.rendered
      if ('mistakes' in answer) throw new RenderError(answer.mistakes)
      throw new Error('a process gave the answer of another job')
    },

    subjects: async (workspaceId, request) => {
      const { subject, edition = 1 } = JSON.parse(request.content) as CompiledContent
      if (subject === undefined) return request.mails.map(() => '')
      const { variables, mails } = request
      const job = { type: 'subjects', source: subject.source, edition, variables, mails } as const
      const outcome = await run({ workspaceId, key: undefined, job: () => job, maxMs: renderMs })
      if ('failure' in outcome) throw renderFailed(outcome.failure)
      if ('subjects' in outcome.answer) return outcome.answer.subjects
      throw new Error('a process gave the answer of another job')
    },

    textOf: async (workspaceId, html) => {
      const job = { type: 'text', html } as const
      const outcome = await run({ workspaceId, key: undefined, job: () => job, maxMs: renderMs })
      if ('failure' in outcome) throw renderFailed(outcome.failure)
      if ('text' in outcome.answer) return outcome.answer.text
      throw new Error('a process gave the answer of another job')
    },

    close: async () => pool.close(),
  }
}

/**
 * Waits for all languages.
 *
 * @throws CompileError with the mistakes of all of them, or the first other error
 */
async function allOf(languages: readonly Promise<CompiledLanguage>[]): Promise<CompiledLanguage[]> {
  const settled = await Promise.allSettled(languages)
  const reasons = settled.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []))
  const mistakes = reasons.flatMap((reason) => (reason instanceof CompileError ? reason.mistakes : []))
  if (mistakes.length > 0) throw new CompileError(mistakes)
  if (reasons.length > 0) throw reasons[0]
  return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}

function availableIn({ contents, ...pinnable }: Pinnable, locale: string): Available {
  const content = contents[bestLocale(Object.keys(contents), locale)] ?? ''
  return { ...pinnable, content }
}

function compiledIn(answer: Answer): CompiledLanguage {
  if ('compiled' in answer) return answer.compiled
  if ('mistakes' in answer) throw new CompileError(answer.mistakes)
  throw new Error('a process gave the answer of another job')
}

/**
 * Returns a function that computes a digest of everything that decides about a render, once and only if it is needed.
 */
function digestOf(workspaceId: string, job: RenderJob): () => string {
  const { key, content, ...rest } = job
  let digest: string | undefined
  return () =>
    (digest ??= createHash('sha256')
      .update(JSON.stringify([workspaceId, key ?? content, rest]))
      .digest('base64'))
}

/** Reasons of failures that say nothing about the template. */
const busyReasons = {
  unstarted: 'no process for templates could be started',
  late: 'the machine was paused or too busy for a render',
}

function compileFailed(failure: Ending, locale: string): Error {
  if (failure === 'unstarted' || failure === 'late') return new RendererBusyError(busyReasons[failure])
  const message = 'takes too much time or memory to prepare: simplify its CSS, or set inline_css to false'
  const mistake: Mistake = { code: 'limit_exceeded', message, field: 'html', locale }
  return new CompileError([mistake])
}

function renderFailed(failure: Ending): Error {
  if (failure === 'unstarted' || failure === 'late') return new RendererBusyError(busyReasons[failure])
  const message =
    failure === 'slow'
      ? `takes longer than ${renderMs / 1000} second to render`
      : 'needs more memory than a render may take'
  return new RenderError([{ code: 'limit_exceeded', message }])
}
