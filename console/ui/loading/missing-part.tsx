import { Button } from '../controls/button.js'
import { Notice } from '../notices/notice.js'

/**
 * The notice in place of a part of the console whose script could not be loaded.
 *
 * @param props.what noun for the part, with which the title begins
 * @param props.onRetry tries to load the part again; without it, only a reload is offered
 */
export function MissingPart({ what, onRetry }: { what: string; onRetry?: () => void }) {
  return (
    <Notice
      kind="bad"
      title={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded`}
      actions={
        <>
          {onRetry && <Button onClick={onRetry}>Try again</Button>}
          <Button onClick={() => location.reload()}>Reload</Button>
        </>
      }
    >
      Postseal may have been updated, or the network was lost. Reload the console.
    </Notice>
  )
}
