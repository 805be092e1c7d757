import { APIError, type Session } from 'postseal'
import { useEffect, useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { pathTo } from '../../state/location.js'
import { Button } from '../../ui/controls/button.js'
import { ErrorNotice, Notice } from '../../ui/notices/notice.js'
import { Lines } from '../../ui/loading/skeleton.js'

/**
 * Key under which this tab stores the sign-in's browser key and the screen to go to, while the person is at the
 * provider.
 */
const kept = 'postseal-sign-in'

/** End of the address to which providers send browsers back. */
export const callback = 'sign-in/callback'

/** Sends a person to the identity provider of their company, found by the domain of their address. */
export function CompanyButton({ emailOf, next }: { emailOf: () => string; next: string }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [error, setError] = useState<unknown>()
  const begin = async () => {
    setProblem(undefined)
    setError(undefined)
    const email = emailOf()
    if (email === '') return setProblem('Enter your e-mail address first.')
    setBusy(true)
    try {
      const begun = await client.signInAuthorizations.create({ email })
      sessionStorage.setItem(kept, JSON.stringify({ browserKey: begun.browser_key, next }))
      location.assign(begun.authorization_url)
    } catch (thrown) {
      setBusy(false)
      if (thrown instanceof APIError && thrown.status === 404)
        setProblem('No company sign-in is set up for this address. Use a sign-in link instead.')
      else setError(thrown)
    }
  }
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} />}
      {problem !== undefined && <Notice kind="bad">{problem}</Notice>}
      <div>
        <Button busy={busy} onClick={() => void begin()}>
          Sign in with your company
        </Button>
      </div>
    </>
  )
}

/**
 * Signs in a person who comes back from the provider. The code is removed from the address, and so from the history,
 * at once.
 */
export function Returned({ onSignedIn }: { onSignedIn: (session: Session, next: string) => void }) {
  const [error, setError] = useState<unknown>()
  const [isStranger, setIsStranger] = useState(false)
  useEffect(() => {
    const query = location.search.slice(1)
    history.replaceState(null, '', location.pathname)
    const known = sessionStorage.getItem(kept)
    sessionStorage.removeItem(kept)
    if (known === null || query === '') return setIsStranger(true)
    const { browserKey, next } = JSON.parse(known) as { browserKey: string; next: string }
    client.signInAuthorizations
      .createProviderSession({ browser_key: browserKey, query })
      .then(({ session }) => onSignedIn(session, next), setError)
  }, [])
  if (!isStranger && error === undefined) return <Lines what="the sign-in" count={2} />
  return (
    <>
      {isStranger ? (
        <Notice kind="bad">This sign-in was started in another tab. Try again.</Notice>
      ) : (
        <ErrorNotice error={error} title="You could not be signed in" />
      )}
      <p>
        <a href={pathTo('sign-in')}>Back to sign-in</a>
      </p>
    </>
  )
}
