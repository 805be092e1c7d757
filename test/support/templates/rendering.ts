import { compileLanguage } from '../../../server/product/content/rendering/compiling/compile.js'
import { withUnused } from '../../../server/product/content/rendering/compiling/content.js'
import type { Available, CompileJob, RenderJob } from '../../../server/product/content/rendering/pool/jobs.js'
import { parseContent, renderMail } from '../../../server/product/content/rendering/render.js'
import {
  CompileError,
  RenderError,
  type Mistake,
  type Rendered,
  type Variable,
} from '../../../server/product/content/rendering/compiling/source.js'

/** Templates without the processes that they are compiled and rendered in. */

/** Ids as sources name layouts and partials. */
export const ids = {
  layout: 'tpl_01kbf3x5vfe4gt7c3p8s6d1b9n',
  outer: 'tpl_01kbf3x5vfe4gt7c3p8s6d1b9q',
  partial: 'tpl_01kbf3x5vfe4gt7c3p8s6d1b9p',
  inner: 'tpl_01kbf3x5vfe4gt7c3p8s6d1b9r',
}

export interface TestTemplate extends Partial<Omit<CompileJob, 'source' | 'variables'>> {
  readonly subject?: string
  readonly html?: string
  readonly text?: string
  readonly preheader?: string
  /** Strings that are required, or whole variables. */
  readonly variables?: readonly (string | Variable)[]
}

function jobOf({ subject, html, text, preheader, variables = [], ...more }: TestTemplate): CompileJob {
  return {
    type: 'compile',
    kind: 'message',
    locale: '',
    source: {
      subject: subject ?? ((more.kind ?? 'message') === 'message' ? 'A subject' : null),
      html: html ?? null,
      text: text ?? null,
      preheader: preheader ?? null,
    },
    variables: variables.map((each) =>
      typeof each === 'string' ? { name: each, type: 'string', required: true } : each,
    ),
    inlineCss: true,
    available: [],
    ...more,
  }
}

/** @throws CompileError */
export function compile(template: TestTemplate) {
  const job = jobOf(template)
  const compiled = compileLanguage(job)
  const unused = job.variables.map(({ name }) => name).filter((name) => !compiled.names.includes(name))
  return { ...compiled, content: withUnused(compiled.content, unused) }
}

/** A layout or partial that other templates can name. */
export function available(id: string, kind: 'layout' | 'partial', template: TestTemplate): Available {
  const { content, variables } = compile({ ...template, kind })
  return { templateId: id, version: 1, kind, variables, content }
}

/**
 * Compiles and renders a template.
 *
 * @throws CompileError, RenderError
 */
export function render(
  template: TestTemplate,
  values: Readonly<Record<string, unknown>> = {},
  more: Partial<Pick<RenderJob, 'contact' | 'unsubscribeUrl' | 'fillMissing' | 'warn'>> = {},
): Rendered {
  const { content, variables } = compile(template)
  const job = { contact: undefined, fillMissing: false, warn: false, ...more }
  return renderMail(parseContent(content), { ...job, variables, values: JSON.stringify(values) })
}

/** The mistakes that compiling or rendering ends with. */
export function mistakesOf(run: () => unknown): readonly Mistake[] {
  try {
    run()
  } catch (error) {
    if (error instanceof CompileError || error instanceof RenderError) return error.mistakes
    throw error
  }
  throw new Error('there was no mistake')
}
