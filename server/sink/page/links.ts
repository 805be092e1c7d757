/** What the inbox page shows, all of it in its address: there is no script and no state. */
export interface PageState {
  /** The path the router is mounted at, without a slash at its end. */
  readonly base: string
  readonly id?: string | undefined
  readonly tab?: Tab | undefined
  readonly to?: string | undefined
  readonly cursor?: string | undefined
}

/** The ways to look at a message. */
export const TABS = ['html', 'text', 'headers', 'raw'] as const
export type Tab = (typeof TABS)[number]

/** The address of the page in that state. */
export function pageLink({ base, id, tab, to, cursor }: PageState): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ to, cursor, id, tab })) if (value) query.set(name, value)
  const text = query.toString()
  return `${base}/${text && `?${text}`}`
}

/** The address of a message or of something that belongs to it. */
export function messageLink(base: string, id: string, rest = ''): string {
  return `${base}/messages/${id}${rest}`
}
