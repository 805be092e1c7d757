import rules from 'contract:RetryAutomationRunsRequest'
import type { Automation, RetryAutomationRunsRequest } from 'postseal'
import { client } from '../../../api/client.js'
import { Dialog } from '../../../ui/dialogs/dialog.js'
import { SelectField, TextField } from '../../../ui/forms/field.js'
import { Form, textOf, type Values } from '../../../ui/forms/form.js'
import { countText } from '../../../ui/figures/numbers.js'
import { freshRuns, noteAutomation, useStats } from '../queries.js'

function requestOf({ version, step_key: step, error_code: code }: Values): RetryAutomationRunsRequest {
  return {
    ...(typeof version === 'number' && { version }),
    ...(textOf(step) !== '' && { step_key: textOf(step) }),
    ...(textOf(code) !== '' && { error_code: textOf(code) }),
  }
}

/** Resumes many failed runs: all, or only those at a step or with an error. */
export default function RetryRuns({ automation, onClose }: { automation: Automation; onClose: () => void }) {
  const { id } = automation
  const { data } = useStats(id)
  const failed = (data?.steps ?? []).filter((each) => each.failed > 0)
  const places = failed.map(
    ({ version, step_key: step, failed: count }) =>
      [`${version} ${step}`, `${step} of version ${version}: ${countText(count)} failed`] as const,
  )
  const withPlace = (values: Values): Values => {
    const [version, step] = textOf(values.place).split(' ')
    return step === undefined ? values : { ...values, version: Number(version), step_key: step }
  }
  return (
    <Dialog title="Retry failed runs" onClose={onClose}>
      <Form<Automation>
        rules={{ error_code: rules.error_code! }}
        call={{
          method: 'POST',
          path: `/v1/automations/${id}/runs/retry`,
          body: (values) => requestOf(withPlace(values)),
        }}
        verb="Retry"
        needs="admin"
        onCancel={onClose}
        submit={(values) => client.automations.retryRuns(id, requestOf(withPlace(values)))}
        onDone={(changed) => {
          void noteAutomation(changed)
          freshRuns(id)
          onClose()
        }}
      >
        <p>
          Failed runs continue at the step that failed, in the version in which they started. At most 10,000
          runs are retried, oldest first. Fix the cause of the failures first.
        </p>
        <SelectField name="place" label="Which" none="All failed runs" options={places} />
        <TextField
          name="error_code"
          label="Only with the error code"
          mono
          placeholder="template_render_failed"
          hint="Shown on the page of a failed run."
        />
      </Form>
    </Dialog>
  )
}
