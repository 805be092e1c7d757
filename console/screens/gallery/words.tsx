import { APIConnectionError, APIError } from 'postseal'
import { Mail } from '../../icons/icons.js'
import { Button } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Samples } from '../../ui/code/code.js'
import { Empty } from '../../ui/notices/empty.js'
import { Facts } from '../../ui/facts.js'
import { ErrorNotice, Notice } from '../../ui/notices/notice.js'
import { Bar, Lines, Waiting } from '../../ui/loading/skeleton.js'
import { Badge, Status } from '../../ui/status.js'
import { sampleOf } from '../messages/samples.js'
import { long } from './examples.js'

const meanings: readonly (readonly [meaning: string, statuses: readonly string[]])[] = [
  ['Neutral', ['scheduled', 'queued', 'draft', 'pending']],
  ['Busy', ['sending', 'processing', 'waiting']],
  ['Good', ['delivered', 'verified', 'active', 'completed']],
  ['Warning', ['deferred', 'paused', 'expiring', 'partially_delivered']],
  ['Bad', ['bounced', 'failed', 'complained', 'dead_letter']],
  ['Off', ['cancelled', 'suppressed', 'archived', 'revoked']],
]

/** Parts that show the state of things: statuses and notices. */
export function Words() {
  return (
    <>
      <Card title="Statuses" hint="A dot and a word; the dot’s form differs, too.">
        <Facts
          of={meanings.map(([meaning, statuses]) => [
            meaning,
            <span key={meaning} class="row">
              {statuses.map((status) => (
                <Status key={status} of={status} />
              ))}
            </span>,
          ])}
        />
      </Card>
      <Card title="Badges">
        <div class="row">
          <Badge kind="live">live</Badge>
          <Badge kind="test">test</Badge>
          <Badge kind="bad">bad</Badge>
          <Badge>owner</Badge>
        </div>
      </Card>
      <Notices />
      <Card title="Waiting">
        <div class="stack">
          <Bar width={180} />
          <Lines what="the example" count={4} />
          <Waiting what="the service" />
        </div>
      </Card>
      <Card title="Empty" bare>
        <Empty
          icon={Mail}
          title="No message yet"
          action={<Button kind="main">Send one from here</Button>}
          sample={<Samples of={sampleOf('prj_01kbf3x5vce1v8h0ja5z9w2kxm')} what="A first message" />}
        >
          Every message that your programs send is listed here, with each attempt to deliver it.
        </Empty>
        <Empty title="No such event" />
      </Card>
    </>
  )
}

function Notices() {
  const failure = Object.assign(Object.create(APIError.prototype) as APIError, {
    message: 'Only an owner changes an owner.',
    status: 403,
    code: 'insufficient_scope',
    requestId: 'req_01kbf3yq0fe7ctq4w8e2r5y1hm',
    details: [],
  })
  return (
    <Card title="Notices">
      <div class="stack">
        <Notice>Something to know.</Notice>
        <Notice title="With a title">{long.sentence}</Notice>
        <Notice kind="good" title="The domain is verified" />
        <Notice kind="warn" title="This goes to people" actions={<Button>Look</Button>}>
          Where the service asks for it, the sender’s domain has to be verified.
        </Notice>
        <Notice kind="bad" title={long.german}>
          {long.address}
        </Notice>
        <ErrorNotice error={failure} title="The user was not changed" onRetry={() => undefined} />
        <ErrorNotice error={new APIConnectionError('No reply')} />
      </div>
    </Card>
  )
}
