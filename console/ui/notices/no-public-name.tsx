import type { ComponentChildren } from 'preact'
import { Notice } from './notice.js'

/** Says that the service is known as this machine only, so that records with its name must not be published yet. */
export function NoPublicName({ children }: { children: ComponentChildren }) {
  return (
    <Notice kind="warn" title="This service has no public name yet">
      <p>
        Set <span class="mono">POSTSEAL_PUBLIC_URL</span> to its public address and restart it. {children}
      </p>
    </Notice>
  )
}
