import { RotateCw } from '../../icons/icons.js'
import type { Domain } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { Button } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Confirm } from '../../ui/dialogs/dialog.js'
import { Status } from '../../ui/status.js'
import { Table, type Column } from '../../ui/lists/table.js'
import { Time } from '../../ui/time.js'

type Key = Domain['dkim_keys'][number]

const meanings = { pending: 'busy', active: 'good', retiring: 'off' } as const

const retires: Column<Key> = {
  head: 'Retires',
  kind: 'time',
  cell: ({ retires_at }) => <Time at={retires_at} absolute />,
}

const columns: readonly Column<Key>[] = [
  { head: 'Selector', kind: 'main', cell: ({ selector }) => <span class="mono">{selector}</span> },
  {
    head: 'Status',
    kind: 'side',
    cell: ({ status }) => <Status of={status} as={meanings[status as keyof typeof meanings] ?? 'neutral'} />,
  },
  {
    head: 'Algorithm',
    cell: ({ algorithm }) => (algorithm === 'rsa' ? 'RSA 2048' : 'Ed25519'),
  },
  { head: 'Created', kind: 'time', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** The keys that sign a domain's mail, and the buttons to rotate them. */
export function DkimKeys({ domain }: { domain: Domain }) {
  const [asks, setAsks] = useState(false)
  const pending = domain.dkim_keys.filter(({ status }) => status === 'pending')
  const retiring = domain.dkim_keys.filter(({ status }) => status === 'retiring')
  return (
    <Card
      title="DKIM keys"
      bare
      actions={
        <Button
          icon={RotateCw}
          needs="admin"
          disabled={pending.length > 0}
          title={pending.length > 0 ? 'The new keys are not published yet' : undefined}
          onClick={() => setAsks(true)}
        >
          Rotate
        </Button>
      }
    >
      {(pending.length > 0 || retiring.length > 0) && (
        <div class="inside">
          <Steps pending={pending} retiring={retiring} />
        </div>
      )}
      <Table
        caption="DKIM keys"
        columns={retiring.length > 0 ? [...columns, retires] : columns}
        rows={domain.dkim_keys}
        keyOf={({ selector }) => selector}
        empty={<p class="inside quiet">This domain has no key.</p>}
      />
      {asks && (
        <Confirm
          title="Rotate the DKIM keys?"
          verb="Create new keys"
          run={async () => {
            queries.setQueryData(['domains', domain.id], await client.domains.rotateDkim(domain.id))
          }}
          onClose={() => setAsks(false)}
        >
          <div class="stack tight">
            <p>Mail continues to go out, signed by the current keys until the new ones are published.</p>
            <ol class="stages">
              <li>New keys are created, under new selectors.</li>
              <li>You publish their records beside the current ones.</li>
              <li>Once a check finds them, they sign.</li>
              <li>Seven days later you remove the old records.</li>
            </ol>
          </div>
        </Confirm>
      )}
    </Card>
  )
}

/** The progress of a rotation. */
function Steps({ pending, retiring }: { pending: readonly Key[]; retiring: readonly Key[] }) {
  const names = (keys: readonly Key[]) => keys.map(({ selector }) => selector).join(', ')
  const isPublished = pending.length === 0
  const steps: readonly (readonly [state: string, text: string])[] = [
    ['done', 'New keys are created.'],
    isPublished
      ? ['done', 'Their records are published.']
      : ['now', `Publish the DKIM records of ${names(pending)} above, and leave the others as they are.`],
    isPublished ? ['done', 'The new keys sign.'] : ['', 'Once a check finds them, they sign.'],
    [
      isPublished ? 'now' : '',
      retiring.length > 0 && isPublished
        ? `Leave the records of ${names(retiring)} until the keys retire: mail that they signed is still on its way. Then remove them.`
        : 'Seven days later, remove the old records.',
    ],
  ]
  return (
    <ol class="stages" aria-label="Rotation of the DKIM keys">
      {steps.map(([state, text]) => (
        <li key={text} class={`${state} wrap`} aria-current={state === 'now' ? 'step' : undefined}>
          {state === 'done' && <span class="visually-hidden">Done: </span>}
          {text}
        </li>
      ))}
    </ol>
  )
}
