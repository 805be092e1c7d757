import { APIConnectionError } from 'postseal'
import type { ComponentType } from 'preact'
import lazy from 'preact-iso/lazy'
import { client } from '../api/client.js'
import { connection } from '../api/traffic.js'
import { MissingPart } from '../ui/loading/missing-part.js'

/**
 * Makes a part of the console that is loaded when it is first shown. While the network is lost, loading waits; if the
 * service no longer has the file, because it was updated meanwhile, the part says so.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- the props of any part
export function onDemand<Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>) {
  return lazy(async () => {
    for (;;) {
      try {
        return await load()
      } catch {
        const isMissing = connection.get() === 'connected' && (await isReachable())
        if (isMissing) return { default: MissingPage as unknown as Part }
        await connected()
      }
    }
  })
}

/** Tells whether the service is reachable: any reply counts, even a refusal. */
function isReachable(): Promise<boolean> {
  return client.sessions.retrieve('current', { maxRetries: 0 }).then(
    () => true,
    (error: unknown) => !(error instanceof APIConnectionError),
  )
}

function connected(): Promise<void> {
  if (connection.get() === 'connected') return Promise.resolve()
  return new Promise((resolve) => {
    const end = connection.subscribe(() => {
      if (connection.get() !== 'connected') return
      end()
      resolve()
    })
  })
}

const MissingPage = () => <MissingPart what="This page" />
