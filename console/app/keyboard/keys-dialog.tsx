import { Dialog } from '../../ui/dialogs/dialog.js'
import { entries } from '../frame/navigation.js'

const always: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl K or ⌘ K', 'Find or do anything'],
  ['/', 'Go to the filter'],
  ['j and k', 'Move down and up in a list'],
  ['Enter', 'Open what is marked'],
  ['[', 'Reduce the navigation to icons, or show the names'],
  ['?', 'Show these keys'],
  ['Esc', 'Leave the filter; close what is open'],
]

/** Lists the keyboard shortcuts. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const going = entries.flatMap(({ key, title }) =>
    key === undefined ? [] : [[`g then ${key}`, `Go to ${title}`]],
  )
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl class="keys">
        {[...always, ...going].map(([keys = '', does]) => (
          <div key={keys}>
            <dt>
              {keys.split(/( or | and | then )/).map((part) => (/^ /.test(part) ? part : <kbd>{part}</kbd>))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
