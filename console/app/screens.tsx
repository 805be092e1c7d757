import lazy from 'preact-iso/lazy'
import { Route, Router } from 'preact-iso/router'
import { ErrorBoundary } from './error-boundary.js'
import { pathTo } from './location.js'
import { NotFound } from './not-found.js'

/** Each screen is loaded when it is first shown. */
export const SignIn = lazy(() => import('../screens/sign-in/sign-in.js'))
const Gallery = lazy(() => import('../screens/gallery/gallery.js'))

/** The screen that the address names. */
export function Screens() {
  return (
    <ErrorBoundary>
      <Router>
        <Route path={pathTo('gallery')} component={Gallery} />
        <Route default component={NotFound} />
      </Router>
    </ErrorBoundary>
  )
}
