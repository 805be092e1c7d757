import { Card } from '../../../ui/card.js'
import { Code, Samples } from '../../../ui/code/code.js'
import { Notice } from '../../../ui/notices/notice.js'
import { receivers } from './verification.js'

/** A signing secret that was just created. */
export function Secret({ secret }: { secret: string }) {
  return (
    <Notice kind="warn" title="Store this signing secret now. It is shown only once.">
      <div class="stack tight">
        <Code text={secret} what="the signing secret" wrapped />
        <p>Your server needs it to verify that requests come from this service.</p>
      </div>
    </Notice>
  )
}

/** Sample code with which a server verifies requests. */
export function Verification() {
  return (
    <Card
      title="Verify requests"
      hint="Each sample is a complete receiver. It reads the secret from POSTSEAL_WEBHOOK_SECRET and listens on port 3000."
    >
      <Samples of={receivers} what="A receiver that verifies" />
    </Card>
  )
}
