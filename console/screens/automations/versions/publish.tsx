import type { Automation } from 'postseal'
import { useMemo, useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { Dialog } from '../../../ui/dialogs/dialog.js'
import { Form } from '../../../ui/forms/form.js'
import { ErrorNotice, Notice } from '../../../ui/notices/notice.js'
import { later } from '../../../ui/loading/later.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { contentOf, type Refusal } from '../definition/content.js'
import { useNamed } from '../names.js'
import { placed } from '../definition/placed.js'
import { notePublished, useVersion } from '../queries.js'
import { refusalsIn } from '../definition/refusals.js'
import { stepsOf } from '../definition/steps.js'
import { stepWords } from '../words.js'

const Compared = later('the difference', () => import('./compared.js'))

/** Publishes a version, after showing what changes for new runs. */
export default function Publish({
  automation,
  version,
  onRefused,
  onClose,
}: {
  automation: Automation
  version: number
  /** Called with the service's messages about parts of the version. */
  onRefused: (refusals: readonly Refusal[]) => void
  onClose: () => void
}) {
  const { id, published_version: published, project_id: projectId } = automation
  const named = useNamed(projectId)
  const next = useVersion(id, version)
  const before = useVersion(id, published ?? undefined)
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const error = next.error ?? before.error
  const content = useMemo(
    () => (next.data?.version === version ? contentOf(next.data) : undefined),
    [next.data, version],
  )
  const said = useMemo(() => {
    if (content === undefined) return []
    const steps = new Map(stepsOf(content.steps).map((step) => [step.id, stepWords(step, named.names)]))
    return [...placed(content, refusals)].map(([place, message]) => [steps.get(place) ?? place, message])
  }, [content, refusals, named.names])
  return (
    <Dialog title={`Publish version ${version}`} wide onClose={onClose}>
      <div class="stack">
        <p>
          New runs follow this version from now on. Current runs finish the version in which they started.
          {published !== null && version < published && ` This replaces the newer version ${published}.`}
          {published === null && ' The automation becomes active, and its trigger starts runs.'}
        </p>
        {error !== null && <ErrorNotice error={error} title="The changes could not be loaded" />}
        {published === null ? (
          <p class="quiet">No version has been published yet.</p>
        ) : content !== undefined && before.data?.version === published ? (
          <div class="stack tight">
            <h3>Changes from version {published}</h3>
            <Compared projectId={projectId} before={contentOf(before.data)} after={content} />
          </div>
        ) : (
          error === null && <Lines what="what changes" />
        )}
        {said.length > 0 && (
          <Notice kind="bad" title="This version cannot work">
            <ul class="stack tight">
              {said.map(([place, message]) => (
                <li key={place}>
                  <strong>{place}</strong>: {message}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <Form<Automation>
          rules={{}}
          call={{ method: 'POST', path: `/v1/automations/${id}/publish`, body: () => ({ version }) }}
          verb={`Publish version ${version}`}
          needs="admin"
          onCancel={onClose}
          submit={async () => {
            setRefusals([])
            try {
              return await client.automations.publish(id, { version })
            } catch (thrown) {
              const found = refusalsIn(thrown)
              setRefusals(found)
              onRefused(found)
              throw thrown
            }
          }}
          onDone={(changed) => {
            void notePublished(changed, version)
            onClose()
          }}
        >
          {null}
        </Form>
      </div>
    </Dialog>
  )
}
