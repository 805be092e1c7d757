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
const Webhooks = lazy(() => import('../screens/webhooks/webhooks.js'))
const NewWebhook = lazy(() => import('../screens/webhooks/new.js'))
const Webhook = lazy(() => import('../screens/webhooks/webhook.js'))
const Receiver = lazy(() => import('../screens/webhooks/receiver.js'))
const ApiKeys = lazy(() => import('../screens/api-keys/api-keys.js'))
const ApiKey = lazy(() => import('../screens/api-keys/api-key.js'))
const Limits = lazy(() => import('../screens/limits/limits.js'))
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
        <Route path={pathTo('webhooks')} component={Webhooks} />
        <Route path={pathTo('webhooks/new')} component={NewWebhook} />
        <Route path={pathTo('webhooks/receivers/:id')} component={Receiver} />
        <Route path={pathTo('webhooks/:id')} component={Webhook} />
        <Route path={pathTo('api-keys')} component={ApiKeys} />
        <Route path={pathTo('api-keys/:id')} component={ApiKey} />
        <Route path={pathTo('limits')} component={Limits} />
        <Route path={pathTo('gallery')} component={Gallery} />
        <Route default component={NotFound} />
      </Router>
    </ErrorBoundary>
  )
}
