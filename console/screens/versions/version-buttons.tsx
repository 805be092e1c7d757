import { Save, Upload } from '../../icons/icons.js'
import { Button } from '../../ui/controls/button.js'

interface SaveVersionProps {
  readonly copy: { readonly isChanged: boolean; readonly isBehind: boolean }
  readonly save: { readonly isBusy: boolean; readonly run: () => unknown }
  /** Number of the next version. */
  readonly number: number
}

/** The button that saves the changes as a new version. */
export function SaveVersion({ copy: { isChanged, isBehind }, save, number }: SaveVersionProps) {
  return (
    <Button
      icon={Save}
      {...(isChanged && { kind: 'main' as const })}
      busy={save.isBusy}
      disabled={!isChanged || isBehind}
      title={isBehind ? 'Somebody saved another version. Choose one first.' : undefined}
      onClick={() => void save.run()}
    >
      Save version {number}
    </Button>
  )
}

interface PublishVersionProps {
  readonly number: number
  readonly isChanged: boolean
  /** Reason why the button is disabled while there are unsaved changes. */
  readonly waits: string
  readonly onClick: () => void
}

/** The button that publishes the latest version. It is disabled while there are unsaved changes. */
export function PublishVersion({ number, isChanged, waits, onClick }: PublishVersionProps) {
  return (
    <Button
      icon={Upload}
      needs="admin"
      {...(!isChanged && { kind: 'main' as const })}
      disabled={isChanged}
      title={isChanged ? waits : undefined}
      onClick={onClick}
    >
      Publish version {number}
    </Button>
  )
}
