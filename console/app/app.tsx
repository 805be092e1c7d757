import { QueryClientProvider, useQuery } from '@tanstack/preact-query'
import { AuthenticationError } from 'postseal'
import type { ComponentType } from 'preact'
import { ErrorBoundary as OnDemand } from 'preact-iso/lazy'
import { LocationProvider, useLocation } from 'preact-iso/router'
import { useEffect } from 'preact/hooks'
import { client } from '../api/client.js'
import { queries } from '../api/queries.js'
import { sessionEnded } from '../api/traffic.js'
import { ErrorNotice } from '../ui/notices/notice.js'
import { Toasts } from '../ui/notices/toast.js'
import { Frame } from './frame/frame.js'
import { FrameSkeleton } from './frame/frame-skeleton.js'
import { pathTo, screenOf } from '../state/location.js'
import { session } from '../state/session.js'
import { useStore } from '../state/store.js'

interface AppProps {
  /** Component that shows the screen that the address names. */
  readonly Screens: ComponentType
  readonly SignIn: ComponentType
}

/** The console: the sign-in screen, or for a signed-in user the frame with a screen in it. */
export function App(screens: AppProps) {
  return (
    <QueryClientProvider client={queries}>
      <LocationProvider>
        <Gate {...screens} />
        <Toasts />
      </LocationProvider>
    </QueryClientProvider>
  )
}

/** Lets in users who have a session, and shows others the sign-in screen. */
function Gate({ Screens, SignIn }: AppProps) {
  const { path, url, route } = useLocation()
  const isSignIn = /^sign-in(\/callback)?$/.test(screenOf(path))
  const known = useStore(session)
  const { data, error, refetch } = useQuery({
    queryKey: ['session'],
    queryFn: () => client.sessions.retrieve('current'),
    enabled: !isSignIn,
    staleTime: 60_000,
    // If the session has ended, the sign-in dialog asks for it again.
    refetchOnWindowFocus: false,
  })
  useEffect(() => {
    if (data !== undefined) session.set(data)
  }, [data])
  const isStranger = error instanceof AuthenticationError && known === undefined
  useEffect(() => {
    if (!isStranger || isSignIn) return
    sessionEnded.set(false)
    const wanted = screenOf(path) === '' ? undefined : url.slice(pathTo('').length)
    route(pathTo('sign-in', { next: wanted }), true)
  }, [isStranger, isSignIn])

  if (isSignIn) {
    return (
      <OnDemand>
        <SignIn key={path} />
      </OnDemand>
    )
  }
  if (known !== undefined) {
    return (
      <Frame>
        <Screens />
      </Frame>
    )
  }
  if (error !== null && !isStranger) {
    return (
      <div class="alone">
        <ErrorNotice error={error} title="The console could not start" onRetry={() => void refetch()} />
      </div>
    )
  }
  return <FrameSkeleton />
}
