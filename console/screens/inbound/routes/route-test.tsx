import rules from 'contract:TestInboundRouteRequest'
import { Plus } from '../../../icons/icons.js'
import type { InboundRouteTest } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { pathTo } from '../../../state/location.js'
import { LinkButton } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { TextField } from '../../../ui/forms/field.js'
import { Form, textOf, type Values } from '../../../ui/forms/form.js'
import { Notice } from '../../../ui/notices/notice.js'

/**
 * Asks which route would accept mail for an address.
 *
 * @param props.recipient initial address in the field
 */
export function RouteTest({ recipient }: { recipient?: string }) {
  const [outcome, setOutcome] = useState<{ readonly test: InboundRouteTest; readonly sender: string }>()
  return (
    <Card title="Test an address" hint="Checks whether mail would be accepted. Nothing is sent or stored.">
      <div class="stack">
        <Form<{ test: InboundRouteTest; sender: string }>
          rules={rules}
          initial={recipient === undefined ? {} : { recipient }}
          call={{ method: 'POST', path: '/v1/inbound/routes/test', body: requestOf }}
          verb="Test the address"
          isAside
          submit={async (values) => ({
            test: await client.inbound.testRoute(requestOf(values)),
            sender: textOf(values.sender).trim(),
          })}
          onDone={setOutcome}
        >
          <div class="columns">
            <TextField name="recipient" label="Address" mono placeholder="support@in.shop.example" />
            <TextField
              name="sender"
              label="From"
              mono
              placeholder="ada@example.com"
              hint="Shows whether a route blocks this sender."
            />
          </div>
        </Form>
        <div role="status" class="test-outcome">
          {outcome !== undefined && <Outcome {...outcome} />}
        </div>
      </div>
    </Card>
  )
}

function requestOf(values: Values) {
  const sender = textOf(values.sender).trim()
  return { recipient: textOf(values.recipient).trim(), ...(sender !== '' && { sender }) }
}

function Outcome({ test, sender }: { test: InboundRouteTest; sender: string }) {
  const { accepted, reason, recipient, reply, route } = test
  const link = route && <a href={pathTo(`inbound/routes/${route.id}`)}>{route.name}</a>
  return (
    <Notice
      kind={accepted ? 'good' : 'warn'}
      title={accepted ? 'Mail would be accepted' : 'Mail would be refused'}
      {...(reason === 'no_route' && {
        actions: (
          <LinkButton href={pathTo('inbound/routes', { new: '1', recipient })} icon={Plus} needs="admin">
            New route for this address
          </LinkButton>
        ),
      })}
    >
      <p class="wrap">
        {reason === 'accepted' && (
          <>
            The route {link} accepts mail for {recipient}, by {route?.recipient}.
          </>
        )}
        {reason === 'no_route' && <>No route of the workspace accepts mail for {recipient}.</>}
        {reason === 'route_disabled' && (
          <>
            The route {link} is the one for {recipient}, and it is off. Mail does not fall through to a less
            specific route.
          </>
        )}
        {reason === 'sender_blocked' && (
          <>
            The route {link} accepts mail for {recipient}, but blocks {sender === '' ? 'the sender' : sender}.
          </>
        )}
        {reason === 'storage_full' && (
          <>
            The route {link} accepts mail for {recipient}, but the workspace’s inbound storage is full.
            Senders retry for days.
          </>
        )}
      </p>
      <p class="small quiet">
        The receiver would answer <span class="mono wrap">{reply}</span>
        {accepted && '. A route that requires DMARC checks it after receiving the mail.'}
      </p>
    </Notice>
  )
}
