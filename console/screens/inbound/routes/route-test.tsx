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
    <Card
      title="Test an address"
      hint="Checks whether Postseal would accept mail for it. Nothing is sent or stored."
    >
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
              hint="To see whether a route blocks it."
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
      title={accepted ? 'Postseal would accept the mail' : 'Postseal would refuse the mail'}
      {...(reason === 'no_route' && {
        actions: (
          <LinkButton href={pathTo('inbound/routes', { new: '1', recipient })} icon={Plus} needs="admin">
            New route for it
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
            The route {link} is the one for {recipient}, but it is off. Mail is not passed on to a less
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
            The route {link} accepts mail for {recipient}, but the workspace has used up its storage for
            inbound mail. Senders try again for days.
          </>
        )}
      </p>
      <p class="small quiet">
        The receiver would answer <span class="mono wrap">{reply}</span>
        {accepted && '. A route that requires DMARC checks it once the mail has arrived.'}
      </p>
    </Notice>
  )
}
