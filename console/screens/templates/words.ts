import type { CreateTemplateRequest, Template } from 'postseal'

export type Kind = NonNullable<CreateTemplateRequest['kind']>

/** The kinds of templates, in words. */
export const kinds: Readonly<Record<Kind, { readonly title: string; readonly hint: string }>> = {
  message: { title: 'Message', hint: 'A complete mail, which is sent by its id or alias.' },
  layout: { title: 'Layout', hint: 'A frame around messages, such as a header and a footer.' },
  partial: { title: 'Partial', hint: 'A piece that other templates include, such as a button.' },
}

/** Returns a kind in words; a kind that this console does not know is named as in the API. */
export function kindText(kind: Template['kind']): string {
  return Object.hasOwn(kinds, kind) ? kinds[kind as Kind].title : kind
}

/** Returns the state of a template, as a status and in words. */
export function standingOf({ published_version: published }: Template) {
  if (published === null) return { of: 'draft', words: 'Draft' } as const
  return { of: 'published', words: `Version ${published} published` } as const
}

/** Explains the alias in forms. */
export const aliasHint =
  'Code can send by this name in place of the id. It can move to another template later.'
