import lazy from 'preact-iso/lazy'
import { Route, Router } from 'preact-iso/router'
import { ErrorBoundary } from './error-boundary.js'
import { pathTo } from './location.js'
import { NotFound } from './not-found.js'

/** Each screen is loaded when it is first shown. */
export const SignIn = lazy(() => import('../screens/sign-in/sign-in.js'))
const Overview = lazy(() => import('../screens/overview/overview.js'))
const Start = lazy(() => import('../screens/start/start.js'))
const Messages = lazy(() => import('../screens/messages/messages.js'))
const Compose = lazy(() => import('../screens/messages/compose.js'))
const Message = lazy(() => import('../screens/messages/message.js'))
const Events = lazy(() => import('../screens/events/events.js'))
const Event = lazy(() => import('../screens/events/event.js'))
const Domains = lazy(() => import('../screens/domains/domains.js'))
const Domain = lazy(() => import('../screens/domains/domain.js'))
const Dmarc = lazy(() => import('../screens/dmarc/dmarc.js'))
const Ramp = lazy(() => import('../screens/dmarc/ramp.js'))
const Suppressions = lazy(() => import('../screens/suppressions/suppressions.js'))
const ImportSuppressions = lazy(() => import('../screens/suppressions/import.js'))
const Suppression = lazy(() => import('../screens/suppressions/suppression.js'))
const Gallery = lazy(() => import('../screens/gallery/gallery.js'))

/** The screen that the address names. */
export function Screens() {
  return (
    <ErrorBoundary>
      <Router>
        <Route path={pathTo('')} component={Overview} />
        <Route path={pathTo('start')} component={Start} />
        <Route path={pathTo('messages')} component={Messages} />
        <Route path={pathTo('messages/new')} component={Compose} />
        <Route path={pathTo('messages/:id')} component={Message} />
        <Route path={pathTo('events')} component={Events} />
        <Route path={pathTo('events/:id')} component={Event} />
        <Route path={pathTo('domains')} component={Domains} />
        <Route path={pathTo('domains/:id')} component={Domain} />
        <Route path={pathTo('dmarc')} component={Dmarc} />
        <Route path={pathTo('dmarc/:id')} component={Ramp} />
        <Route path={pathTo('suppressions')} component={Suppressions} />
        <Route path={pathTo('suppressions/import')} component={ImportSuppressions} />
        <Route path={pathTo('suppressions/:id')} component={Suppression} />
        <Route path={pathTo('gallery')} component={Gallery} />
        <Route default component={NotFound} />
      </Router>
    </ErrorBoundary>
  )
}
