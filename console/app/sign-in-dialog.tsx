import { useEffect, useState } from 'preact/hooks'
import { client } from '../api/client.js'
import { queries } from '../api/queries.js'
import { sessionEnded } from '../api/traffic.js'
import { Button } from '../ui/controls/button.js'
import { Dialog } from '../ui/dialogs/dialog.js'
import { ErrorNotice } from '../ui/notices/notice.js'
import { session, useSession } from '../state/session.js'

/** Milliseconds between two checks whether the person has signed in in another tab. */
const interval = 2_000

/** Asks the user to sign in again after the session has ended. The page below keeps what was typed, and goes on. */
export default function SignInDialog() {
  const { user } = useSession()
  const [state, setState] = useState<'idle' | 'busy' | 'asked'>('idle')
  const [error, setError] = useState<unknown>()

  useEffect(() => {
    const look = async () => {
      if (document.hidden) return
      const found = await client.sessions.retrieve('current', { maxRetries: 0 }).catch(() => undefined)
      if (found === undefined) return
      // The page of one user must not go on in the name of another.
      if (found.user.id !== user.id) return location.reload()
      session.set(found)
      sessionEnded.set(false)
      await queries.invalidateQueries()
    }
    const timer = setInterval(() => void look(), interval)
    return () => clearInterval(timer)
  }, [user.id])

  const ask = async () => {
    setState('busy')
    setError(undefined)
    try {
      await client.signInLinks.create({ email: user.email })
      setState('asked')
    } catch (thrown) {
      setError(thrown)
      setState('idle')
    }
  }
  return (
    <Dialog title="Your session has ended">
      <div class="stack">
        {state === 'asked' ? (
          <p>
            We have sent a sign-in link to <strong class="wrap">{user.email}</strong>. Open it in this
            browser: this page then goes on where you were. You can use the link once, within 15 minutes.
          </p>
        ) : (
          <p>
            Sign in again as <strong class="wrap">{user.email}</strong>. What you have typed on this page
            stays.
          </p>
        )}
        {error !== undefined && <ErrorNotice error={error} />}
        <div class="row">
          <Button
            kind={state === 'asked' ? undefined : 'main'}
            busy={state === 'busy'}
            onClick={() => void ask()}
          >
            {state === 'asked' ? 'Send another link' : 'Email me a link'}
          </Button>
        </div>
        <p class="small quiet">
          On the machine of the service, <span class="mono">postseal session link</span> makes a link without
          mail.
        </p>
      </div>
    </Dialog>
  )
}
