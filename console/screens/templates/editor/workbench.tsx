import { later } from '../../../ui/loading/later.js'
import { useQuery } from '@tanstack/preact-query'
import { APIError, type Template } from 'postseal'
import { useMemo, useRef, useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { useParams } from '../../../state/location.js'
import { Editor, type Place } from '../../../ui/code/editor.js'
import type { LiquidNames } from '../../../ui/code/liquid.js'
import { ErrorNotice } from '../../../ui/notices/notice.js'
import { TabList } from '../../../ui/controls/tabs.js'
import { noWording, samplesOf, sentOf, type TypedContent, type Wording } from './content.js'
import { Languages } from './languages.js'
import { Preview } from '../preview/preview.js'
import { ProblemList } from './problem-list.js'
import { problemsOf, type Problem } from './problems.js'
import { SampleValues, useContact } from '../preview/sample-values.js'
import type { useSamples } from '../preview/samples.js'
import { SenderFields } from './sender-fields.js'
import { useLivePreview } from '../preview/use-preview.js'
import type { TemplateCopy } from './working-copy.js'

const Variables = later('the variables', () => import('./variables.js'))

const senderParts = new Set(['subject', 'preheader', 'from_email', 'from_name', 'reply_to'])

/**
 * The editor with the preview beside it.
 *
 * @param props.refusal error of the last save, if it was refused
 */
export function Workbench({
  template,
  copy,
  samples: { samples, set: setSamples },
  refusal,
}: {
  template: Template
  copy: TemplateCopy
  samples: ReturnType<typeof useSamples>
  refusal: unknown
}) {
  const { params, change } = useParams()
  const { content } = copy
  const locale = params.locale !== undefined && params.locale in content.locales ? params.locale : null
  const wording: Wording = (locale === null ? undefined : content.locales[locale]) ?? content
  const isMessage = template.kind === 'message'
  const tab = params.tab ?? (isMessage ? 'sender' : 'html')
  const [shown, setShown] = useState<'edit' | 'preview'>('edit')
  const [jump, setJump] = useState<Place>()
  const body = useRef<HTMLDivElement>(null)
  const contact = useContact(samples.email, template.project_id)
  const names = useNames(template, content, contact.data?.properties)
  const values = useMemo(
    () => samplesOf(content.variables, samples.typed),
    [content.variables, samples.typed],
  )
  const preview = useLivePreview({
    kind: template.kind,
    projectId: template.project_id,
    content,
    locale,
    values,
    contactId: contact.data?.id,
  })
  const refused = refusal instanceof APIError ? problemsOf(refusal.details, '/body') : []
  const problems = merged(preview.problems, refused)

  const changeContent = (changes: Partial<TypedContent>) => copy.change((now) => ({ ...now, ...changes }))
  const changeWording = (changes: Partial<Wording>) => {
    if (locale === null) changeContent(changes)
    else
      copy.change((now) => ({
        ...now,
        locales: { ...now.locales, [locale]: { ...(now.locales[locale] ?? noWording), ...changes } },
      }))
  }
  const go = (problem: Problem) => {
    setShown('edit')
    const { field, line, column } = problem
    if (field === 'values') return body.current?.querySelector('details')?.setAttribute('open', '')
    const isSource = field === 'html' || field === 'text'
    const wanted = isSource ? field : senderParts.has(field ?? '') ? 'sender' : 'variables'
    const isOfLocale = problem.field !== 'variables'
    change({ tab: wanted, ...(isOfLocale && { locale: problem.locale ?? undefined }) }, true)
    if (isSource && line !== undefined) setJump({ line, column })
    else if (wanted === 'sender') {
      setTimeout(() => body.current?.querySelector<HTMLElement>(`[data-part="${field}"]`)?.focus())
    }
    return undefined
  }
  const marksOf = (field: 'html' | 'text') =>
    problems.flatMap(({ field: at, locale: of, line, column, message, severity }) =>
      at === field && of === locale && line !== undefined ? [{ line, column, message, severity }] : [],
    )
  const wrong = new Set(
    problems.flatMap(({ field, severity, locale: of }) =>
      severity === 'error' && field !== undefined && (of ?? locale) === locale ? [field] : [],
    ),
  )
  const label = (text: string, ...fields: string[]) => (
    <>
      {text}
      {fields.some((field) => wrong.has(field as keyof Wording)) && (
        <span class="tab-mistake">
          <span class="visually-hidden"> has mistakes</span>
        </span>
      )}
    </>
  )
  const tabs = [
    ...(isMessage ? [{ id: 'sender', label: label('Subject and sender', ...senderParts) }] : []),
    { id: 'html', label: label('HTML', 'html') },
    { id: 'text', label: label('Text', 'text') },
    { id: 'variables', label: label(`Variables (${content.variables.length})`, 'variables') },
  ]
  return (
    <div class="workbench" data-shown={shown} ref={body}>
      <div class="row workbench-switch" role="group" aria-label="What is shown">
        {(['edit', 'preview'] as const).map((each) => (
          <button
            key={each}
            type="button"
            class="button"
            aria-pressed={shown === each}
            onClick={() => setShown(each)}
          >
            {each === 'edit' ? 'Edit' : 'Preview'}
          </button>
        ))}
      </div>
      <section class="card edit" aria-label="Content">
        <div class="inside stack">
          <Languages
            content={content}
            chosen={locale}
            onChoose={(tag) => change({ locale: tag ?? undefined }, true)}
            onChange={copy.change}
          />
          <TabList
            label="Parts of the content"
            tabs={tabs}
            chosen={tab}
            onChoose={(id) => change({ tab: id }, true)}
          >
            {tab === 'sender' && isMessage && (
              <SenderFields
                content={content}
                wording={wording}
                locale={locale}
                wrong={wrong}
                onWording={changeWording}
                onContent={changeContent}
              />
            )}
            {(tab === 'html' || tab === 'text') && (
              <div class="stack tight">
                <Editor
                  key={`${tab} ${locale}`}
                  label={`${tab === 'html' ? 'HTML' : 'Text'}${locale === null ? '' : ` (${locale})`}`}
                  kind={tab}
                  value={wording[tab]}
                  names={names}
                  marks={marksOf(tab)}
                  jump={jump}
                  onChange={(text) => changeWording({ [tab]: text })}
                />
                {tab === 'html' && (
                  <InlineCss
                    checked={content.inline_css}
                    onChange={(inline_css) => changeContent({ inline_css })}
                  />
                )}
                {tab === 'text' && wording.text === '' && (
                  <p class="small quiet">Without a text of its own, it is made from the HTML.</p>
                )}
              </div>
            )}
            {tab === 'variables' && (
              <Variables of={content.variables} onChange={(variables) => changeContent({ variables })} />
            )}
          </TabList>
          {refusal !== undefined && refused.length === 0 && <ErrorNotice error={refusal} />}
          <ProblemList
            of={problems}
            onGo={go}
            onDeclare={(name) =>
              changeContent({
                variables: [...content.variables, { name, type: 'string', required: true, default: '' }],
              })
            }
          />
        </div>
      </section>
      <section class="card shown" aria-label="Live preview">
        <div class="inside stack tight">
          <SampleValues
            variables={content.variables}
            samples={samples}
            contact={contact}
            onChange={setSamples}
          />
          <Preview of={preview} isMessage={isMessage} />
        </div>
      </section>
    </div>
  )
}

/** Merges the problems that the preview has found with those of a refused save. */
function merged(found: readonly Problem[], refused: readonly Problem[]): readonly Problem[] {
  const key = ({ field, locale, line, message }: Problem) => [field, locale, line, message].join('\n')
  const known = new Set(found.map(key))
  return [...refused.filter((problem) => !known.has(key(problem))), ...found]
}

/** Loads the names that Liquid can use in this template. */
function useNames(
  template: Template,
  content: TypedContent,
  properties: Readonly<Record<string, unknown>> | undefined,
): LiquidNames {
  const { data: templates = [] } = useQuery({
    queryKey: ['templates', 'to compose of'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        (['layout', 'partial'] as const).map((kind) =>
          client.templates.list({ kind, limit: 100 }, { signal }),
        ),
      )
      return lists.flatMap(({ data }) => data)
    },
    staleTime: 60_000,
  })
  return {
    variables: sentOf(content).variables.map(({ name }) => name),
    properties: Object.keys(properties ?? {}),
    // Templates of every project, or of the same one.
    templates: templates.filter(
      ({ id, project_id }) =>
        id !== template.id && (project_id === null || project_id === template.project_id),
    ),
  }
}

function InlineCss({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label class="row small">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      Inline the CSS of &lt;style&gt;
    </label>
  )
}
