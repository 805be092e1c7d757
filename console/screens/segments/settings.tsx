import type { Segment } from 'postseal'
import { useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { pathTo } from '../../state/location.js'
import { Card } from '../../ui/card.js'
import { DeleteButton } from '../../ui/dialogs/dialog.js'
import { textOf, type Values } from '../../ui/forms/form.js'
import { Notice } from '../../ui/notices/notice.js'
import { toast } from '../../ui/notices/toast.js'
import { ruleOf, SegmentForm } from './segment-form.js'
import { fromRule } from './rules/tree.js'
import { startCount } from './start-count.js'
import { UsedBy } from './used-by.js'
import type { Names } from './words.js'

/** Changes a segment's name and rule, and deletes the segment. */
export default function Settings({ segment, names }: { segment: Segment; names: Names }) {
  const { id, used_by: usedBy } = segment
  const root = useMemo(() => fromRule(segment.rule), [segment.updated_at])
  const bodyOf = (values: Values) => {
    const rule = ruleOf(values)
    // Even an unchanged rule may need an admin's role, so the rule is sent only if it has changed.
    const isChanged = JSON.stringify(rule) !== JSON.stringify(segment.rule)
    return { name: textOf(values.name), ...(isChanged && { rule }) }
  }
  return (
    <>
      {usedBy.length > 0 && (
        <Notice title="Everything that uses this segment changes with its rule">
          <UsedBy ids={usedBy} names={names} />
          Campaigns that have started keep the earlier rule.
        </Notice>
      )}
      <SegmentForm
        key={segment.updated_at}
        self={segment}
        initial={{ name: segment.name, project_id: segment.project_id, rule: root }}
        draft={`segment.${id}`}
        call={{ method: 'PATCH', path: `/v1/segments/${id}`, body: bodyOf }}
        verb="Save"
        submit={async (values) => {
          const body = bodyOf(values)
          const saved = await client.segments.update(id, body)
          return 'rule' in body ? startCount(saved) : saved
        }}
        onDone={(saved) => {
          queries.setQueryData(['segments', id], saved)
          void queries.invalidateQueries({ queryKey: ['segments'] })
          toast('The segment was saved.')
        }}
      />
      <Delete segment={segment} names={names} />
    </>
  )
}

function Delete({ segment: { id, name, used_by: usedBy }, names }: { segment: Segment; names: Names }) {
  const { route } = useLocation()
  return (
    <Card title="Delete">
      <div class="row spread">
        <p class="quiet">Contacts are kept.</p>
        <DeleteButton
          what="segment"
          button="Delete the segment"
          name={name}
          run={async () => {
            await client.segments.delete(id)
            queries.removeQueries({ queryKey: ['segments'] })
            route(pathTo('segments'))
          }}
        >
          <div class="stack tight">
            <p>This deletes the rule. Its contacts are kept.</p>
            {usedBy.length > 0 && (
              <Notice kind="warn" title="The segment is in use and cannot be deleted">
                <UsedBy ids={usedBy} names={names} />
              </Notice>
            )}
          </div>
        </DeleteButton>
      </div>
    </Card>
  )
}
