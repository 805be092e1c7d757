import rules from 'contract:UpdateWorkspaceRequest'
import type { Workspace } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { Confirm } from '../../ui/dialogs/dialog.js'
import { NumberField } from '../../ui/forms/field.js'
import { Form } from '../../ui/forms/form.js'
import { countText } from '../../ui/figures/numbers.js'
import { absoluteText } from '../../ui/time.js'

const daysRules = { retention_days: { ...rules.retention_days, required: true } }
const day = 86_400_000

/** Changes how long mail can be read. A shorter time deletes older mail, so it has to be confirmed. */
export function Retention({ workspace }: { workspace: Workspace }) {
  const { retention_days: current, limits } = workspace
  const [shorter, setShorter] = useState<number>()
  const save = async (days: number) => {
    queries.setQueryData(['workspace'], await client.workspace.update({ retention_days: days }))
    // Mail on other screens may no longer be readable.
    await queries.invalidateQueries()
  }
  return (
    <>
      <Form
        rules={daysRules}
        initial={{ retention_days: current }}
        call={{ method: 'PATCH', path: '/v1/workspace' }}
        verb="Save"
        needs="owner"
        isAside
        submit={async ({ retention_days: days }) => {
          if (Number(days) < current) setShorter(Number(days))
          else if (Number(days) > current) await save(Number(days))
        }}
      >
        {({ retention_days: days }) => (
          <>
            <NumberField
              name="retention_days"
              label="Retention"
              unit="days"
              hint={`1 to ${countText(limits.retention_days)}. Contacts, templates and settings have no retention.`}
            />
            <p role="status" class="quiet">
              {effectOf(Number(days), current)}
            </p>
          </>
        )}
      </Form>
      {shorter !== undefined && (
        <Confirm
          title="Delete older mail?"
          verb="Delete and save"
          name={workspace.name}
          run={() => save(shorter)}
          onClose={() => setShorter(undefined)}
        >
          <p>
            Messages with their content, logs, events, webhook deliveries and inbound mail from before{' '}
            <strong>{absoluteText(new Date(Date.now() - shorter * day))}</strong> are out of sight at once and
            deleted within the hour. Nothing brings them back.
          </p>
        </Confirm>
      )}
    </>
  )
}

/** Describes the effect of a number of days. */
function effectOf(days: number, current: number): string {
  const from = (count: number) => (count === 1 ? '1 day' : `${count} days`)
  if (days > current)
    return `From now on, ${from(days)} are kept. What is deleted already does not come back.`
  if (days >= 1 && days < current)
    return `What is older than ${from(days)} will be deleted: the last ${from(current)} are kept now.`
  return `The last ${from(current)} are kept.`
}
