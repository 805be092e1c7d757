import { Save, Upload } from '../../icons/icons.js'
import { Button } from '../../ui/controls/button.js'

interface SaveVersionProps {
  readonly copy: { readonly isChanged: boolean; readonly isBehind: boolean }
  readonly save: { readonly isBusy: boolean; readonly run: () => unknown }
  /** The version that it becomes. */
  readonly number: number
}

/** Saves what was changed as another version. */
export function SaveVersion({ copy: { isChanged, isBehind }, save, number }: SaveVersionProps) {
  return (
    <Button
      icon={Save}
      {...(isChanged && { kind: 'main' as const })}
      busy={save.isBusy}
      disabled={!isChanged || isBehind}
      title={isBehind ? 'Another version was saved meanwhile: choose first.' : undefined}
      onClick={() => void save.run()}
    >
      Save version {number}
    </Button>
  )
}

interface PublishVersionProps {
  readonly number: number
  readonly isChanged: boolean
  /** Why it waits while something is changed. */
  readonly waits: string
  readonly onClick: () => void
}

/** Begins to publish the latest version, once nothing is changed beside it. */
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
