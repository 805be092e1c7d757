import { WifiOff } from '../../icons/icons.js'
import { useEffect } from 'preact/hooks'
import { client } from '../../api/client.js'
import { queries } from '../../api/queries.js'
import { connection } from '../../api/traffic.js'
import { useStore } from '../../state/store.js'

/** Milliseconds between two attempts to reach the service again. */
const interval = 3_000

/** Tells that the service can't be reached. The bar disappears by itself, and the screen goes on. */
export function NetworkBar() {
  const isLost = useStore(connection) === 'lost'
  useEffect(() => {
    if (!isLost) return undefined
    // Any reply shows that the service is there, even a refusal: the client notes the reply.
    const ask = () =>
      void client.sessions.retrieve('current', { maxRetries: 0, timeout: interval }).catch(() => {})
    const timer = setInterval(ask, interval)
    addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('online', ask)
      void queries.invalidateQueries({ refetchType: 'active' })
    }
  }, [isLost])
  if (!isLost) return null
  return (
    <div class="bar" role="alert">
      <WifiOff size={16} aria-hidden />
      <span>
        Postseal cannot be reached. What you see may be old; this page goes on by itself as soon as it can.
      </span>
    </div>
  )
}
