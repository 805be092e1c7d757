import type { OpenContent } from '../compiling/content.js'
import type {
  CompiledVersion,
  ContactView,
  Mistake,
  Rendered,
  Source,
  TemplateKind,
  Variable,
} from '../compiling/source.js'

/** A layout or partial in the language that fits the version that uses it. */
export interface Available {
  readonly templateId: string
  readonly version: number
  readonly kind: TemplateKind
  readonly variables: readonly Variable[]
  /** Compiled content. */
  readonly content: string
}

/** Compile the content of a version in one language. */
export interface CompileJob {
  readonly type: 'compile'
  readonly kind: TemplateKind
  readonly locale: string
  readonly source: Source
  readonly variables: readonly Variable[]
  readonly inlineCss: boolean
  readonly available: readonly Available[]
}

export interface CompiledLanguage extends Omit<CompiledVersion, 'contents'> {
  readonly content: OpenContent
  /** The names that it shows or tests. */
  readonly names: readonly string[]
}

/** Render a mail. */
export interface RenderJob {
  readonly type: 'render'
  /**
   * The identity of `content`, under which the process keeps the parsed template; undefined to keep nothing.
   */
  readonly key: string | undefined
  /** Undefined where the process has the content of this key. */
  readonly content: string | undefined
  readonly variables: readonly Variable[]
  /** JSON. */
  readonly values: string
  readonly contact: ContactView | undefined
  readonly unsubscribeUrl?: string | undefined
  readonly fillMissing: boolean
  readonly warn: boolean
}

/** Make the plain text of HTML that is no template. */
export interface TextJob {
  readonly type: 'text'
  readonly html: string
}

export type Job = CompileJob | RenderJob | TextJob

/** What a process says of a job: its result, or what is wrong with the template or the values. */
export type Answer =
  | { readonly compiled: CompiledLanguage }
  | { readonly rendered: Rendered }
  | { readonly text: string }
  | { readonly mistakes: readonly Mistake[] }
  /** The content of this key is needed again. */
  | { readonly missing: true }

/** The answers to a batch, in the order of its jobs. */
export interface Said {
  readonly answers: readonly Answer[]
}
