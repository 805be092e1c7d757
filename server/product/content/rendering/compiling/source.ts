import type { RuleCode } from '../../../../platform/http/errors/rules.js'

/** The content of a template version in one language, as its author wrote it. */
export interface Source {
  readonly subject: string | null
  readonly html: string | null
  readonly text: string | null
  readonly preheader: string | null
}

export type TemplateKind = 'message' | 'layout' | 'partial'
export type VariableType = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'any'

/** A variable that a version declares. */
export interface Variable {
  readonly name: string
  readonly type: VariableType
  /** True if a render without a value is refused. Never true together with a default. */
  readonly required: boolean
  /** Value to use if a render has none; absent if there is no default. */
  readonly default?: unknown
}

/**
 * The variable that every template has without declaring it: the address by which the recipient of a campaign's mail
 * unsubscribes from the project's campaigns. Other mail has no value for it.
 */
export const unsubscribeVariable = 'unsubscribe_url'

/** The key of the default content among the languages of a version. */
export const defaultLocale = ''

/** The input from which a version is compiled. */
export interface VersionSource {
  readonly kind: TemplateKind
  /** Contents by language tag; the default content under {@link defaultLocale}. */
  readonly contents: Readonly<Record<string, Source>>
  readonly variables: readonly Variable[]
  readonly inlineCss: boolean
}

/** A layout or partial that a version may use: the published version of its template. */
export interface Pinnable {
  /** Id in the outside form, `tpl_…`, by which sources name it. */
  readonly templateId: string
  readonly version: number
  readonly kind: TemplateKind
  readonly variables: readonly Variable[]
  /** Its compiled contents by language tag, as {@link CompiledVersion} has them. */
  readonly contents: Readonly<Record<string, string>>
}

/** A version ready to render. */
export interface CompiledVersion {
  /** Compiled contents by language tag, opaque to all but the renderer. They are stored unchanged. */
  readonly contents: Readonly<Record<string, string>>
  /** Variables that a render checks: the version's own and those of its layouts. */
  readonly variables: readonly Variable[]
  /** True if any language of the version shows something of the contact. */
  readonly usesContact: boolean
  /** Outside ids of the layouts and partials that the version itself uses. */
  readonly uses: readonly string[]
}

/** The part of the content that a mistake is in. */
export type Field = 'subject' | 'html' | 'text' | 'preheader' | 'variables'

/** A mistake in a template or in the values for it. */
export interface Mistake {
  /** Stable code, such as `syntax`, `undeclared_variable` or `missing_variable`. */
  readonly code: RuleCode
  /** The rest of a sentence whose subject is the field or the variable. */
  readonly message: string
  /** Field of the content that has the mistake; absent for a mistake in the values. */
  readonly field?: Field
  readonly locale?: string
  /** Line, from 1. */
  readonly line?: number
  /** Column, from 1, in UTF-16 code units. */
  readonly column?: number
  readonly variable?: string
  /** The layout or partial that has the mistake, if it is not the version itself. */
  readonly templateId?: string
}

/** Most mistakes that are reported at once. More take the time of a process, and nobody reads them. */
export const maxMistakes = 100

/** Says that the content cannot be made a version. */
export class CompileError extends Error {
  override name = 'CompileError'
  readonly mistakes: readonly Mistake[]

  /**
   * @param mistakes mistakes, of which the first ones are reported
   */
  constructor(mistakes: readonly Mistake[]) {
    super(`${mistakes.length} mistakes in a template`)
    this.mistakes = mistakes.slice(0, maxMistakes)
  }
}

/** Says that a version cannot be rendered with the values of a render. */
export class RenderError extends Error {
  override name = 'RenderError'
  readonly mistakes: readonly Mistake[]

  /**
   * @param mistakes mistakes, of which the first ones are reported
   */
  constructor(mistakes: readonly Mistake[]) {
    super(`${mistakes.length} mistakes in a render`)
    this.mistakes = mistakes.slice(0, maxMistakes)
  }
}

/** Says that too many renders wait already, or the machine was too busy for one. Try again later. */
export class RendererBusyError extends Error {
  override name = 'RendererBusyError'
}

/** The data of a contact that a template shows, under the name `contact`. */
export interface ContactView {
  readonly email: string
  readonly name: string | null
  readonly properties: Readonly<Record<string, unknown>>
}

export interface RenderRequest {
  /** The tenant; the renderer shares its capacity among tenants. */
  readonly workspaceId: string
  /**
   * The identity of `content`: workspace, template, version and language; undefined for content that is not
   * saved.
   */
  readonly key: string | undefined
  /** The compiled content of the language to render. */
  readonly content: string
  readonly variables: readonly Variable[]
  readonly values: Readonly<Record<string, unknown>>
  readonly contact: ContactView | undefined
  /** The value of {@link unsubscribeVariable}. */
  readonly unsubscribeUrl?: string | undefined
  /** True to show missing values as their names in brackets. */
  readonly fillMissing: boolean
  /** True to look for warnings, which takes longer. */
  readonly warn: boolean
}

/** Mails of a version whose subjects are rendered. */
export interface SubjectsRequest {
  /** The compiled content of the mails' language. */
  readonly content: string
  readonly variables: readonly Variable[]
  readonly mails: readonly {
    /** The values as JSON. */
    readonly values: string
    readonly contact: ContactView | undefined
    readonly unsubscribeUrl?: string | undefined
  }[]
}

export type WarningCode =
  | 'gmail_clipping'
  | 'no_text'
  | 'image_without_alt'
  | 'relative_url'
  | 'insecure_url'
  | 'unsafe_url'
  | 'unused_variable'

export interface Warning {
  readonly code: WarningCode
  readonly message: string
  readonly variable?: string
  readonly url?: string
}

/** A rendered mail. Line breaks are LF. */
export interface Rendered {
  readonly subject: string
  readonly html: string | null
  readonly text: string
  /** True if the text is made from the HTML. */
  readonly textIsMade: boolean
  /** Warnings; empty unless the request asked for them. */
  readonly warnings: readonly Warning[]
}

/** Compiles and renders templates in processes of its own, so that no template can harm the calling process. */
export interface Renderer {
  /**
   * Checks a version, resolves its layouts and partials and inlines its CSS.
   *
   * @param available every layout and partial that the sources may mean, by outside id
   * @throws CompileError, RendererBusyError
   */
  compile(
    workspaceId: string,
    source: VersionSource,
    available: ReadonlyMap<string, Pinnable>,
  ): Promise<CompiledVersion>
  /**
   * Renders one mail within one second.
   *
   * @throws RenderError, RendererBusyError
   */
  render(request: RenderRequest): Promise<Rendered>
  /**
   * Renders the subjects of many mails of a version, in one language. A mail that cannot be rendered has its subject
   * with the missing values as their names in brackets, or null if that fails too.
   *
   * @returns the subjects of the first mails, at least one: fewer than were asked for if they take long
   * @throws RenderError if they need more time or memory, RendererBusyError
   */
  subjects(workspaceId: string, request: SubjectsRequest): Promise<readonly (string | null)[]>
  /**
   * Makes the plain text of HTML that is no template, within one second.
   *
   * @throws RenderError if it needs more time or memory, RendererBusyError
   */
  textOf(workspaceId: string, html: string): Promise<string>
  close(): Promise<void>
}
