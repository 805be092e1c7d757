import type { Edition, OpenContent } from '../compiling/content.js'
import type {
  CompiledVersion,
  ContactView,
  Mistake,
  Rendered,
  Source,
  SubjectsRequest,
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

/** A job that compiles the content of a version in one language. */
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
  /** Names that the content shows or tests. */
  readonly names: readonly string[]
}

/** A job that renders a mail. */
export interface RenderJob {
  readonly type: 'render'
  /**
   * The identity of `content`, under which the process keeps the parsed template; undefined to keep nothing.
   */
  readonly key: string | undefined
  /** The content; undefined if the process has the content of this key. */
  readonly content: string | undefined
  readonly variables: readonly Variable[]
  /** The values as JSON. */
  readonly values: string
  readonly contact: ContactView | undefined
  readonly unsubscribeUrl?: string | undefined
  readonly fillMissing: boolean
  readonly warn: boolean
}

/** A job that makes the plain text of HTML that is no template. */
export interface TextJob {
  readonly type: 'text'
  readonly html: string
}

/** A job that renders the subjects of many mails of a version. */
export interface SubjectsJob {
  readonly type: 'subjects'
  /** Compiled source of the subject. */
  readonly source: string
  readonly edition: Edition
  readonly variables: readonly Variable[]
  readonly mails: SubjectsRequest['mails']
}

export type Job = CompileJob | RenderJob | SubjectsJob | TextJob

/** A process's answer to a job: its result, or the mistakes in the template or the values. */
export type Answer =
  | { readonly compiled: CompiledLanguage }
  | { readonly rendered: Rendered }
  | { readonly text: string }
  | { readonly subjects: readonly (string | null)[] }
  | { readonly mistakes: readonly Mistake[] }
  /** The process needs the content of this key again. */
  | { readonly missing: true }

/** The answers to a batch, in the order of its jobs. */
export interface Said {
  readonly answers: readonly Answer[]
}
