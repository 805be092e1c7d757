import { MailPlus } from '../../icons/icons.js'
import type { User } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { Button } from '../../ui/controls/button.js'
import { messageOf } from '../../ui/notices/notice.js'
import { toast } from '../../ui/notices/toast.js'

/** Sends a user another sign-in link, as the sign-in page would. */
export function SignInLink({ user }: { user: User }) {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      const { valid_seconds: seconds } = await client.signInLinks.create({ email: user.email })
      toast(`A sign-in link is on its way to ${user.email}. It works for ${seconds / 60} minutes.`)
    } catch (error) {
      toast(`No link was sent. ${messageOf(error)}`)
    }
    setBusy(false)
  }
  return (
    <Button
      icon={MailPlus}
      busy={busy}
      title="At most 3 of these mails go to an address in 15 minutes"
      onClick={() => void send()}
    >
      Send a sign-in link
    </Button>
  )
}
