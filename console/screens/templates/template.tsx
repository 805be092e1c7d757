import { later } from '../../ui/loading/later.js'
import { Send } from '../../icons/icons.js'
import type { Template, TemplateVersion } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { pathTo, useParams } from '../../state/location.js'
import { awaitedScreen, Screen } from '../../app/screen.js'
import { Button } from '../../ui/controls/button.js'
import { SameAsCurl } from '../../ui/code/same-as-curl.js'
import { Badge, Status } from '../../ui/status.js'
import { PartTabs } from '../../ui/controls/tabs.js'
import { PublishVersion, SaveVersion } from '../versions/version-buttons.js'
import { useSave } from '../versions/use-save.js'
import { useRestore } from '../versions/use-restore.js'
import { samplesOf, sentOf, typedOf } from './editor/content.js'
import { noteTemplate, noteVersion, useTemplate, useVersion } from './queries.js'
import { useSamples } from './preview/samples.js'
import { kindText, standingOf } from './words.js'
import { Unsaved } from '../../ui/forms/unsaved.js'
import { useTemplateCopy } from './editor/working-copy.js'
import { Workbench } from './editor/workbench.js'

const Publish = later('the dialog', () => import('./versions/publish.js'))
const NewerVersion = later('the newer version', () => import('./versions/newer-version.js'))
const Versions = later('the versions', () => import('./versions/versions.js'))
const Details = later('the details', () => import('./details.js'))
const TestMail = later('the dialog', () => import('./preview/test-mail.js'))

const parts = [
  ['', 'Editor'],
  ['versions', 'Versions'],
  ['details', 'Details'],
] as const

const above = <a href={pathTo('templates')}>Templates</a>

/** One template: its editor with the live preview, its versions, and its details. */
export default function TemplateScreen({ id = '' }: { id?: string }) {
  const template = useTemplate(id)
  const latest = useVersion(id, template.data?.latest_version)
  if (template.data === undefined || latest.data === undefined) {
    return awaitedScreen({ title: 'Template', above, query: template.data === undefined ? template : latest })
  }
  return <Page key={id} template={template.data} latest={latest.data} />
}

function Page({ template, latest }: { template: Template; latest: TemplateVersion }) {
  const { id, published_version: published } = template
  const { params } = useParams()
  const copy = useTemplateCopy(latest)
  const samples = useSamples(id)
  const save = useSave(copy, {
    retrieve: () => client.templates.retrieve(id),
    note: noteTemplate,
    create: async (now: Template, content) => {
      const made = await client.templates.createVersion(id, sentOf(content))
      void noteVersion(now, made)
      return made.version
    },
  })
  const [asks, setAsks] = useState<'publish' | 'test'>()
  const part = params.part ?? ''
  const standing = standingOf(template)
  const restore = useRestore(copy)
  const values = samplesOf(copy.content.variables, samples.samples.typed)
  return (
    <Screen
      title={template.name}
      above={params.campaign === undefined ? above : <BackToCampaign id={params.campaign} />}
      beside={
        <>
          <Status of={standing.of}>{standing.words}</Status>
          <Badge>{kindText(template.kind).toLowerCase()}</Badge>
        </>
      }
      actions={
        <>
          {template.kind === 'message' && (
            <Button icon={Send} needs="admin" onClick={() => setAsks('test')}>
              Send a test
            </Button>
          )}
          {latest.version !== published && (
            <PublishVersion
              number={latest.version}
              isChanged={copy.isChanged}
              waits="Save or discard what is typed first."
              onClick={() => setAsks('publish')}
            />
          )}
          <SaveVersion copy={copy} save={save} number={template.latest_version + 1} />
          <SameAsCurl
            calls={[{ method: 'POST', path: `/v1/templates/${id}/versions`, body: sentOf(copy.content) }]}
          />
        </>
      }
    >
      {copy.isBehind ? (
        <NewerVersion copy={copy} latest={latest.version} />
      ) : (
        copy.isChanged && <Unsaved copy={copy} />
      )}
      <PartTabs
        label="Parts of the template"
        parts={parts}
        screen={`templates/${id}`}
        current={part}
        keep={{ campaign: params.campaign }}
      />
      {part === '' && <Workbench template={template} copy={copy} samples={samples} refusal={save.error} />}
      {part === 'versions' && (
        <Versions
          template={template}
          samples={values}
          onRestore={(version) => restore(version.version, latest.version, typedOf(version))}
        />
      )}
      {part === 'details' && <Details template={template} latest={latest} />}
      {asks === 'publish' && (
        <Publish template={template} version={latest.version} onClose={() => setAsks(undefined)} />
      )}
      {asks === 'test' && (
        <TestMail
          template={template}
          version={latest}
          isChanged={copy.isChanged}
          samples={values}
          onClose={() => setAsks(undefined)}
        />
      )}
    </Screen>
  )
}

/** A way back for somebody who came from a campaign to change its template. */
function BackToCampaign({ id }: { id: string }) {
  return (
    <>
      {above} · <a href={pathTo(`campaigns/${id}`)}>Back to the campaign</a>
    </>
  )
}
