import { KeyRound } from '../../icons/icons.js'
import { useLocation } from 'preact-iso/router'
import { useEffect, useRef, useState } from 'preact/hooks'
import rules from 'contract:CreateSignInLinkRequest'
import { AuthenticationError, type CreatedSession, type Session } from 'postseal'
import { client } from '../../api/client.js'
import { hasPasskeys, signInByPasskey } from '../../api/passkeys.js'
import { queries } from '../../api/queries.js'
import { sessionEnded } from '../../api/traffic.js'
import { Brand } from '../../app/frame/brand.js'
import { consoleBase, pathTo, screenOf } from '../../state/location.js'
import { session } from '../../state/session.js'
import { Button } from '../../ui/controls/button.js'
import { TextField } from '../../ui/forms/field.js'
import { Form, textOf } from '../../ui/forms/form.js'
import { ErrorNotice, Notice } from '../../ui/notices/notice.js'
import { callback, CompanyButton, Returned } from './company.js'

/** Matches a token: 256 bits in base64url. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/

/** Returns the token that a link carries after its `#`, which browsers send to no server. */
function tokenOf(hash: string): string | undefined {
  const given = hash.slice(1)
  return tokenForm.test(given) ? given : undefined
}

type View =
  | { readonly name: 'ask' | 'confirm' | 'returned' }
  | { readonly name: 'asked'; readonly email: string }

/**
 * Signs in by a link from a mail or from the command line. Programs that scan mail open links and run scripts, so
 * opening this page sends nothing but a GET: a link is used only by a click on the button.
 */
export default function SignIn() {
  const { path, query, route } = useLocation()
  const isReturned = screenOf(path) === callback
  // Known from the first render on: a person who brings a link never sees the form that asks for an address.
  const [token, setToken] = useState(() => (isReturned ? undefined : tokenOf(location.hash)))
  const [view, setView] = useState<View>(() => {
    if (isReturned) return { name: 'returned' }
    return { name: token === undefined ? 'ask' : 'confirm' }
  })
  const [refusal, setRefusal] = useState<string>()
  const typed = useRef('')
  const next = targetOf(query.next)

  useEffect(() => {
    document.title = 'Sign in · Postseal'
    if (isReturned) return
    const read = () => {
      const given = tokenOf(location.hash)
      setRefusal(undefined)
      if (given !== undefined) {
        setToken(given)
        setView({ name: 'confirm' })
      } else if (location.hash !== '') {
        setView({ name: 'ask' })
        setRefusal('This link is incomplete. Copy the whole link from the e-mail, or request a new one.')
      }
    }
    read()
    addEventListener('hashchange', read)
    // A signed-in person without a link goes straight to the wanted screen.
    if (location.hash === '') {
      client.sessions.retrieve('current', { maxRetries: 0 }).then(
        (found) => {
          session.set(found)
          sessionEnded.set(false)
          if (location.hash === '') route(next, true)
        },
        () => sessionEnded.set(false),
      )
    }
    return () => removeEventListener('hashchange', read)
  }, [])

  const signIn = async () => {
    const signedIn = await client.sessions.create({ token: token ?? '' })
    // A token that was used is of no use to anybody, and need not stay in the history.
    history.replaceState(null, '', location.pathname + location.search)
    await enter(signedIn.session, next)
  }
  const enter = async (entered: Session, wanted: string) => {
    sessionEnded.set(false)
    queries.clear()
    const isNew = wanted === pathTo('') && (await ownsWithoutMail(entered))
    session.set(entered)
    route(isNew ? pathTo('start') : wanted, true)
  }
  return (
    <div class="alone">
      <main class="card sign-in">
        <div class="row">
          <Brand size={32} />
          <strong>Postseal</strong>
        </div>
        {view.name === 'ask' && (
          <Step
            title="Sign in"
            text="Enter your e-mail address, and we will send you a link to sign in. You need no password."
          >
            {refusal !== undefined && <Notice kind="bad">{refusal}</Notice>}
            <Form
              rules={rules}
              call={{ method: 'POST', path: '/v1/sign-in-links' }}
              verb="Email me a link"
              hasNoCurl
              submit={(values) => client.signInLinks.create({ email: String(values.email) })}
              onDone={({ email }) => setView({ name: 'asked', email })}
            >
              {(values) => {
                typed.current = textOf(values.email)
                return (
                  <TextField
                    name="email"
                    label="E-mail address"
                    type="email"
                    autocomplete="email"
                    placeholder="ada@example.com"
                  />
                )
              }}
            </Form>
            <p class="sign-in-or small quiet">or</p>
            <div class="stack tight">
              {hasPasskeys && <ByPasskey onSignedIn={({ session: entered }) => enter(entered, next)} />}
              <CompanyButton emailOf={() => typed.current} next={next} />
            </div>
          </Step>
        )}
        {view.name === 'returned' && (
          <Step title="Sign in">
            <Returned onSignedIn={(entered, wanted) => void enter(entered, targetOf(wanted))} />
          </Step>
        )}
        {view.name === 'asked' && (
          <Step title="Check your e-mail">
            <p>
              If <strong class="wrap">{view.email}</strong> belongs to a user, we have sent a sign-in link to
              it. You can use the link once, within 15 minutes.
            </p>
            <div>
              <Button onClick={() => setView({ name: 'ask' })}>Use another address</Button>
            </div>
          </Step>
        )}
        {view.name === 'confirm' && (
          <Step title="Sign in" text="Press the button to sign in. The link can be used only once.">
            <Confirmation
              signIn={signIn}
              onRefused={(message) => {
                history.replaceState(null, '', location.pathname + location.search)
                setView({ name: 'ask' })
                setRefusal(message)
              }}
            />
          </Step>
        )}
      </main>
    </div>
  )
}

function Step({
  title,
  text,
  children,
}: {
  title: string
  text?: string
  children: preact.ComponentChildren
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div class="stack">
      <div class="stack tight">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {text !== undefined && <p class="quiet">{text}</p>}
      </div>
      {children}
    </div>
  )
}

/** A button that signs in by a passkey, without a mail. */
function ByPasskey({ onSignedIn }: { onSignedIn: (signedIn: CreatedSession) => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const signIn = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await onSignedIn(await signInByPasskey())
    } catch (thrown) {
      setBusy(false)
      setError(thrown)
    }
  }
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} />}
      <div>
        <Button icon={KeyRound} busy={busy} onClick={() => void signIn()}>
          Sign in with a passkey
        </Button>
      </div>
    </>
  )
}

function Confirmation({
  signIn,
  onRefused,
}: {
  signIn: () => Promise<void>
  onRefused: (message: string) => void
}) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await signIn()
    } catch (thrown) {
      setBusy(false)
      if (thrown instanceof AuthenticationError) onRefused(thrown.summary)
      else setError(thrown)
    }
  }
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} />}
      <div>
        <Button kind="main" busy={busy} onClick={() => void confirm()}>
          Sign in
        </Button>
      </div>
    </>
  )
}

/** Maximum time, in milliseconds, for which signing in waits to know which screen comes next. */
const lookMs = 2000

/**
 * Tells whether the user owns a workspace without mail, and therefore starts with the first steps instead of the
 * wanted screen.
 */
async function ownsWithoutMail({ role }: Session): Promise<boolean> {
  if (role !== 'owner') return false
  try {
    const { data } = await client.messages.list({ limit: 1 }, { maxRetries: 0, timeout: lookMs })
    return data.length === 0
  } catch {
    return false
  }
}

/** Returns the screen to go to after signing in: always one of the console, whatever the address says. */
function targetOf(next: string | undefined): string {
  const url = new URL(next ?? '', consoleBase)
  const isOurs = url.origin === consoleBase.origin && url.pathname.startsWith(consoleBase.pathname)
  return isOurs ? url.pathname + url.search : pathTo('')
}
