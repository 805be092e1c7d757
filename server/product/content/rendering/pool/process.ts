import { LRUCache } from 'lru-cache'
import type { Ready } from '../../../../platform/sandbox/sandbox-process.js'
import { compileErrorOf, compileLanguage } from '../compiling/compile.js'
import type { Answer, Job, RenderJob, Said } from './jobs.js'
import { textFrom } from '../compiling/make-text.js'
import { parseContent, renderMail, type ParsedContent } from '../render.js'
import { renderSubjects } from '../subject.js'
import { RenderError } from '../compiling/source.js'

/** Runs as a process that compiles and renders templates, one batch of jobs at a time. It knows no secret. */

/**
 * Parsed templates, limited by an estimate of their bytes: a character has up to two, and a tag some hundred objects.
 */
const parsed = new LRUCache<string, ParsedContent>({
  maxSize: 16_000_000,
  sizeCalculation: ({ content }) =>
    [content.subject, content.html, content.text].reduce(
      (sum, field) => sum + (field === undefined ? 0 : 2 * field.source.length + 700 * field.places.length),
      1,
    ),
})

function contentOf({ key, content }: RenderJob): ParsedContent | undefined {
  const kept = key === undefined ? undefined : parsed.get(key)
  if (kept !== undefined || content === undefined) return kept
  const read = parseContent(content)
  if (key !== undefined) parsed.set(key, read)
  return read
}

function answerTo(job: Job): Answer {
  if (job.type === 'text') return { text: textFrom(job.html) }
  if (job.type === 'subjects') return { subjects: renderSubjects(job) }
  if (job.type === 'compile') {
    try {
      return { compiled: compileLanguage(job) }
    } catch (error) {
      return { mistakes: compileErrorOf(error).mistakes }
    }
  }
  const content = contentOf(job)
  if (content === undefined) return { missing: true }
  try {
    return { rendered: renderMail(content, job) }
  } catch (error) {
    if (error instanceof RenderError) return { mistakes: error.mistakes }
    throw error
  }
}

function say(said: Said | Ready): void {
  process.send?.(said)
}

process.on('message', (batch: readonly Job[]) => say({ answers: batch.map(answerTo) }))
// Without its service the process ends.
process.on('disconnect', () => process.exit())
say({ ready: true })
