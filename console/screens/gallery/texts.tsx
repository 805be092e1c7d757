import { Card } from '../../ui/card.js'
import { Code, Json, Samples } from '../../ui/code/code.js'
import { Copyable } from '../../ui/code/copy.js'
import { Facts } from '../../ui/facts.js'
import { MailFrame } from '../../ui/mail/mail-frame.js'
import { durationText, Time } from '../../ui/time.js'
import { sampleOf } from '../messages/samples.js'
import { long, now } from './examples.js'

const minute = 60_000
const mail = '<h1>Hello</h1><p>A mail is shown in a frame of its own, on white.</p>'

/** Parts that show texts to read and to copy. */
export function Texts() {
  return (
    <>
      <Card title="Titles and text" hint="A hint below a title.">
        <div class="stack">
          <h2>A title of a part</h2>
          <h3>A smaller title</h3>
          <p>
            {long.sentence} <a href="#main">A link in it</a>, <strong>strong</strong>, <code>code</code> and{' '}
            <kbd>Ctrl K</kbd>.
          </p>
          <p class="quiet">Quieter.</p>
          <p class="small quiet">Small and quiet.</p>
          <p class="wrap">{long.german}</p>
          <p dir="auto">{long.arabic}</p>
          <p dir="auto">{long.hebrew}</p>
        </div>
      </Card>
      <Card title="Facts">
        <Facts
          of={[
            ['Id', <Copyable key="id" text={long.id} what="the id" />],
            ['Address', <Copyable key="address" text={long.address} what="the address" />],
            ['Subject', long.german],
            ['From right to left', long.arabic],
            ['Left out', undefined],
            ['None', <Time key="none" at={null} />],
          ]}
        />
      </Card>
      <Card title="Times">
        <Facts
          of={[
            ['Now', <Time key="now" at={new Date(now)} />],
            ['Some minutes ago', <Time key="ago" at={new Date(now - 7 * minute)} />],
            ['Ahead', <Time key="ahead" at={new Date(now + 3_000 * minute)} />],
            ['Absolute', <Time key="absolute" at={new Date(now)} absolute />],
            ['Durations', [12, 4_200, 250_000, 9_000_000, 400_000_000].map(durationText).join(', ')],
          ]}
        />
      </Card>
      <Card title="Code">
        <div class="stack">
          <Samples of={sampleOf('prj_01kbf3x5vce1v8h0ja5z9w2kxm')} what="A sample" />
          <Code
            text={`v=DKIM1; k=rsa; p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'.repeat(8)}`}
            what="A long line"
          />
          <Code
            text={`v=DKIM1; k=rsa; p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'.repeat(8)}`}
            what="A wrapped line"
            wrapped
          />
          <Json value={{ id: long.id, to: [{ email: long.address }], subject: long.arabic }} what="JSON" />
        </div>
      </Card>
      <Card title="Mail">
        <MailFrame html={mail} attachments={[]} />
      </Card>
    </>
  )
}
