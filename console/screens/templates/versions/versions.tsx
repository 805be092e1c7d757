import { useQuery } from '@tanstack/preact-query'
import type { Template, TemplateVersion, TemplateVersionSummary } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { useList } from '../../../api/list.js'
import { Awaited } from '../../../ui/loading/awaited.js'
import { Code } from '../../../ui/code/code.js'
import { Facts } from '../../../ui/facts.js'
import type { Column } from '../../../ui/lists/table.js'
import { OneVersion, useChosen, useOther } from '../../versions/one-version.js'
import { VersionsTable } from '../../versions/versions-table.js'
import { partsOf, typedOf } from '../editor/content.js'
import { Difference } from './difference.js'
import { Pins } from './pins.js'
import { MailViews } from '../preview/preview.js'
import Publish from './publish.js'
import { useVersion } from '../queries.js'

const subject: Column<TemplateVersionSummary> = {
  head: 'Subject',
  cell: (version) => version.subject ?? '–',
  width: 200,
}
const languages: Column<TemplateVersionSummary> = {
  head: 'Languages',
  kind: 'extra',
  cell: ({ locales }) => locales.join(', '),
}

interface Props {
  readonly template: Template
  /** Sample values for the template's variables. */
  readonly samples: Readonly<Record<string, unknown>>
  /** Puts a version's content into the editor. */
  readonly onRestore: (version: TemplateVersion) => void
}

/** The versions of a template: the chosen one, its differences from another, and which one is published. */
export default function Versions(props: Props) {
  const { id, published_version: published } = props.template
  const list = useList(['templates', 'versions', id], (query, options) =>
    client.templates.listVersions(id, query, options),
  )
  const chosen = useChosen()
  // Most templates are in one language.
  const hasLanguages = list.rows?.some(({ locales }) => locales.length > 0) === true
  return (
    <>
      {chosen !== undefined && <OneTemplateVersion key={chosen} {...props} number={chosen} />}
      <VersionsTable
        path={`templates/${id}`}
        published={published}
        list={list}
        own={hasLanguages ? [subject, languages] : [subject]}
      />
    </>
  )
}

/** One version: its parts, and a preview. */
function OneTemplateVersion({ template, number, samples, onRestore }: Props & { number: number }) {
  const { id, published_version: published, latest_version: latest } = template
  const [publishes, setPublishes] = useState(false)
  const other = useOther(number, published)
  const content = {
    id: 'content',
    label: 'Content',
    show: (version: TemplateVersion) => <Content version={version} />,
  }
  const preview = {
    id: 'preview',
    label: 'Preview',
    show: () => <Shown template={template} number={number} samples={samples} />,
  }
  return (
    <>
      <OneVersion
        number={number}
        latest={latest}
        published={published}
        version={useVersion(id, number)}
        other={other}
        compared={useVersion(id, other)}
        difference={(before, after) => <Difference before={typedOf(before)} after={typedOf(after)} />}
        views={template.kind === 'message' ? [content, preview] : [content]}
        onRestore={onRestore}
        onPublish={() => setPublishes(true)}
      />
      {publishes && <Publish template={template} version={number} onClose={() => setPublishes(false)} />}
    </>
  )
}

function Content({ version }: { version: TemplateVersion }) {
  return (
    <div class="stack">
      <Facts of={[['Pins', <Pins key="pins" version={version} />]]} />
      {partsOf(typedOf(version))
        .filter(([, text]) => text !== '')
        .map(([part, text]) => (
          <div key={part} class="stack tight">
            <h3>{part}</h3>
            <Code text={text} what={part} wrapped />
          </div>
        ))}
    </div>
  )
}

/** The mail that a saved version produces when it is sent with the sample values. */
function Shown({
  template: { id },
  number,
  samples,
}: {
  template: Template
  number: number
  samples: Readonly<Record<string, unknown>>
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['templates', 'shown', id, number, samples],
    queryFn: ({ signal }) =>
      client.templates.preview(id, { version: number, variables: samples, fill_missing: true }, { signal }),
  })
  if (data === undefined) return <Awaited what="preview" error={error} onRetry={refetch} />
  return <MailViews mail={data} />
}
