import { useQuery } from '@tanstack/preact-query'
import { APIError, type Template, type TemplatePreview } from 'postseal'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { sentOf, type TypedContent } from '../editor/content.js'
import { problemsOf, warningsIn, type Problem } from '../editor/problems.js'

/** Content to show, with its language, values and contact. */
export interface PreviewOf {
  readonly kind: Template['kind']
  readonly projectId: string | null
  readonly content: TypedContent
  readonly locale: string | null
  readonly values: Readonly<Record<string, unknown>>
  readonly contactId: string | undefined
}

/** Result of a preview. */
export interface LivePreview {
  /** Last mail that could be produced; undefined before the first. */
  readonly mail: TemplatePreview | undefined
  /** True if the mail does not show the latest content yet. */
  readonly isStale: boolean
  /** True if the latest content makes no mail, so that the mail is of an earlier content. */
  readonly isOld: boolean
  /** Errors in the typed content, and things that are seldom intended. */
  readonly problems: readonly Problem[]
  /** Error that concerns no place in the content. */
  readonly error: unknown
  readonly retry: () => void
}

/** Milliseconds without typing before a preview is requested. */
const rest = 400

/** Milliseconds for which a mail that is no longer shown stays in the cache. */
const kept = 10_000

/** Loads the mail that the typed content produces: after a pause in typing, and only for the latest content. */
export function useLivePreview(of: PreviewOf): LivePreview {
  const body = useMemo(
    () => JSON.stringify(bodyOf(of)),
    [of.kind, of.projectId, of.content, of.locale, JSON.stringify(of.values), of.contactId],
  )
  const [asked, ask] = useState(body)
  useEffect(() => {
    const timer = setTimeout(() => ask(body), rest)
    return () => clearTimeout(timer)
  }, [body])
  const isEmpty = isWithoutBody(of)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['template preview', asked],
    queryFn: ({ signal }) =>
      client.templates.previewContent(JSON.parse(asked) as ReturnType<typeof bodyOf>, { signal }),
    enabled: !isEmpty,
    staleTime: kept,
    gcTime: kept,
  })
  const last = useRef<{ readonly mail: TemplatePreview; readonly locale: string | null }>()
  if (data !== undefined) last.current = { mail: data, locale: of.locale }
  // The mail of one language says nothing about another.
  const mail = last.current?.locale === of.locale ? last.current.mail : undefined
  const details = error instanceof APIError ? error.details : []
  // A partial may begin what another one ends.
  const { data: ofTags = [] } = useQuery({
    queryKey: ['template tags', asked],
    queryFn: async () => (await import('../editor/tag-warnings.js')).tagWarningsIn(of.content),
    enabled: !isEmpty && of.kind !== 'partial',
    gcTime: kept,
    retry: false,
  })
  const ofService =
    details.length > 0
      ? problemsOf(details, '/body/content')
      : warningsIn(data?.warnings ?? [], of.content, data?.locale ?? null)
  return {
    mail: isEmpty ? undefined : mail,
    isStale: !isEmpty && (asked !== body || isFetching),
    isOld: !isEmpty && error !== null,
    problems: isEmpty ? [] : [...ofService, ...ofTags],
    error: isEmpty || details.length > 0 ? null : error,
    retry: () => void refetch(),
  }
}

function isWithoutBody({ content, locale }: PreviewOf): boolean {
  const wording = (locale === null ? undefined : content.locales[locale]) ?? content
  return wording.html === '' && wording.text === ''
}

/** Returns the request. A layout or a partial is shown as a message that consists only of it. */
function bodyOf({ kind, projectId, content, locale, values, contactId }: PreviewOf) {
  const sent = sentOf(content)
  const subject = 'Preview'
  const alone = {
    ...sent,
    subject,
    ...(sent.locales && {
      locales: Object.fromEntries(
        Object.entries(sent.locales).map(([tag, wording]) => [tag, { ...wording, subject }]),
      ),
    }),
  }
  return {
    ...(projectId !== null && { project_id: projectId }),
    content: kind === 'message' ? sent : alone,
    ...(locale !== null && { locale }),
    variables: values,
    ...(contactId !== undefined && { contact_id: contactId }),
    fill_missing: true,
  }
}
