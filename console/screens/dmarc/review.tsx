import rules from 'contract:ReviewDmarcSourceRequest'
import type { DmarcSource } from 'postseal'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { Copyable } from '../../ui/code/copy.js'
import { Dialog } from '../../ui/dialogs/dialog.js'
import { Facts } from '../../ui/facts.js'
import { SelectField, TextField } from '../../ui/forms/field.js'
import { Form, type Values, textOf } from '../../ui/forms/form.js'
import { Status } from '../../ui/status.js'
import { Time } from '../../ui/time.js'
import { reviews, shareText, wordsOfKind, type Verdict } from './words.js'

/** Rules without a required review: null, for a source that nobody has reviewed, is the empty option. */
const ownRules = { ...rules, review: { ...rules.review, required: false } }

/** One source: the receivers' reports about it, and the choice whether it is one's own. */
export function Review({ source, onClose }: { source: DmarcSource; onClose: () => void }) {
  const { id, address, hostname, header_from, kind, messages, dispositions } = source
  const [name, meaning, sentence] = wordsOfKind(kind)
  const counted = (count: number) => `${count.toLocaleString()} (${shareText(count, messages)})`
  return (
    <Dialog title={hostname ?? address} onClose={onClose}>
      <div class="stack">
        <p>
          <Status of={kind} as={meaning}>
            {name}
          </Status>
          <br />
          <span class="quiet">{sentence}</span>
        </p>
        <Facts
          of={[
            ['Address', <Copyable key="address" text={address} what="the address" />],
            [
              'Sends as',
              <span key="from" class="mono">
                {header_from}
              </span>,
            ],
            ['Messages', messages.toLocaleString()],
            ['Passed DMARC', counted(source.dmarc_pass)],
            ['Signed by the domain', counted(source.dkim_aligned)],
            ['Passed SPF', counted(source.spf_aligned)],
            [
              'Receivers',
              `delivered ${dispositions.none.toLocaleString()}, put into spam ${dispositions.quarantine.toLocaleString()}, refused ${dispositions.reject.toLocaleString()}`,
            ],
            [
              'Seen',
              <span key="seen">
                <Time at={source.first_seen_at} absolute /> to <Time at={source.last_seen_at} absolute />
              </span>,
            ],
            [
              'Reviewed',
              source.reviewed_at === null ? undefined : <Time key="at" at={source.reviewed_at} absolute />,
            ],
          ]}
        />
        <Form<DmarcSource>
          rules={ownRules}
          initial={{ review: source.review ?? undefined, note: source.review_note ?? undefined }}
          call={{ method: 'PATCH', path: `/v1/deliverability/dmarc/sources/${id}`, body: requestOf }}
          verb="Save"
          needs="admin"
          onCancel={onClose}
          submit={(values) => client.dmarc.reviewSource(id, requestOf(values))}
          onDone={() => {
            void queries.invalidateQueries({ queryKey: ['dmarc-sources', 'list'] })
            void queries.invalidateQueries({ queryKey: ['dmarc-ramps'] })
            onClose()
          }}
        >
          <SelectField
            name="review"
            label="Is it yours?"
            none="Not reviewed"
            options={[
              ['authorized', `${reviews.authorized}: it may send as this domain`],
              ['unauthorized', `${reviews.unauthorized}: it pretends to be this domain`],
            ]}
            hint="This does not affect any mail. Sources that are yours no longer hold up the policy; others are left out of its figures."
          />
          <TextField name="note" label="Note" placeholder="The newsletter service" />
        </Form>
      </div>
    </Dialog>
  )
}

function requestOf({ review, note }: Values) {
  return {
    review: (review ?? null) as Verdict | null,
    ...(note !== undefined && { note: textOf(note) }),
  }
}
