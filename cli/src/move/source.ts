import type { Account, Credentials, Env } from './credentials.js'
import type { OtherService } from './other-service.js'
import type { Items, Kind, Template } from './items.js'

/** Something that is not brought, or only in part, and why. */
export interface Remark {
  /** The name of the thing, such as an address or a template's name. */
  readonly item: string
  readonly reason: string
}

/** Some items of a kind, as the other service lists them. */
export interface Batch<Item> {
  readonly items: readonly Item[]
  /** The beginning of the next batch. Undefined after the last. */
  readonly next: string | undefined
  readonly leftOut?: readonly Remark[]
}

export interface ReadOptions {
  /** The `next` of an earlier batch, to begin there. Undefined is the beginning. */
  readonly from: string | undefined
  /** True to leave out what takes a request for each item, because the items are only counted. */
  readonly isCount: boolean
}

/** Reads the items of a kind. Requests a batch after the caller has used the one before it. */
export type Reader<Item> = (other: OtherService, options: ReadOptions) => AsyncIterable<Batch<Item>>

/** A mail as the other service renders it. */
export interface Rendered {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** A template that the other service has rendered, with the values that it was rendered with. */
export interface RenderedTemplate {
  readonly mail: Rendered
  readonly values: Readonly<Record<string, unknown>>
}

/** A service that things are brought from. */
export interface Source extends Account {
  /** Returns the usual URL of its API. @throws UsageError if it has none, and --from-url is to name it */
  readonly url: (env: Env) => string
  /** Returns the request headers. @param env the environment, in which `keyName` is set */
  readonly credentials: (key: string, env: Env) => Credentials
  readonly readers: { readonly [K in Kind]?: Reader<Items[K]> }
  /** Sentences about what is not brought, by kind. */
  readonly lacks: Partial<Readonly<Record<Kind, string>>>
  /** The `format` of its webhooks. Undefined if none are brought. */
  readonly webhookFormat?: string
  /** Renders a template without sending it. Undefined if the service cannot. */
  readonly render?: (other: OtherService, template: Template) => Promise<RenderedTemplate>
}
