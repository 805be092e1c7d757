import { insertNewlineKeepIndent } from '@codemirror/commands'
import { EditorSelection, Prec, StateEffect, StateField } from '@codemirror/state'
import type { Extension, SelectionRange, TransactionSpec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'

/** Marks that the editor has inserted itself and that are still to be typed over: their positions, in order. */
const inserted = StateEffect.define<readonly number[]>({
  map: (places, change) => places.map((place) => change.mapPos(place, 1)),
})

const places = StateField.define<readonly number[]>({
  create: () => [],
  update: (before, { changes, effects, state }) => {
    // A mark that was deleted or replaced is no longer the editor's.
    let kept = changes.empty
      ? before
      : before.flatMap((place) => {
          const isTouched = changes.touchesRange(place, place + 1) === 'cover'
          return isTouched ? [] : [changes.mapPos(place, 1)]
        })
    for (const effect of effects) if (effect.is(inserted)) kept = [...kept, ...effect.value]
    const { doc } = state
    const known = new Set(kept)
    return [...known].filter((place) => /[%}]/.test(doc.sliceString(place, place + 1))).sort((a, b) => a - b)
  },
})

/** Returns the marks that the editor closes `{{` or `{%` with; undefined if the typed mark opens nothing. */
function closingOf(before: string, typed: string, after: string): string | undefined {
  // In front of a word it is what the person wants to enclose.
  if (!before.endsWith('{') || before.endsWith('{{') || /^[\w{%-]/.test(after)) return undefined
  return typed === '{' ? '}}' : typed === '%' ? '%}' : undefined
}

const type = EditorView.inputHandler.of((view, from, to, typed) => {
  const { state } = view
  if (view.composing || state.readOnly || from !== to || !/^[{%}]$/.test(typed)) return false
  const own = new Set(state.field(places))
  let isOurs = false
  const added: number[] = []
  let moved = 0
  const each = (range: SelectionRange): { range: SelectionRange; changes?: TransactionSpec['changes'] } => {
    const { from: at, empty } = range
    if (empty && own.has(at) && state.sliceDoc(at, at + 1) === typed) {
      isOurs = true
      return { range: EditorSelection.cursor(at + 1) }
    }
    const closing = empty
      ? closingOf(state.sliceDoc(Math.max(0, at - 2), at), typed, state.sliceDoc(at, at + 1))
      : undefined
    const insert = `${typed}${closing ?? ''}`
    const now = at + moved
    moved += insert.length - (range.to - at)
    if (closing === undefined) {
      return { range: EditorSelection.cursor(at + 1), changes: { from: at, to: range.to, insert } }
    }
    isOurs = true
    added.push(now + 1, now + 2)
    return { range: EditorSelection.cursor(at + 1), changes: { from: at, insert } }
  }
  const spec = state.changeByRange((range) => {
    const { range: cursor, changes } = each(range)
    return changes === undefined ? { range: cursor } : { range: cursor, changes }
  })
  if (!isOurs) return false
  view.dispatch(spec, {
    effects: inserted.of(added),
    sequential: true,
    scrollIntoView: true,
    userEvent: 'input.type',
  })
  return true
})

/** Deletes what the editor has inserted together with what opened it. */
const deleteBackwards = (view: EditorView): boolean => {
  const { state } = view
  const { main, ranges } = state.selection
  const at = main.head
  const own = new Set(state.field(places))
  if (ranges.length > 1 || !main.empty || !own.has(at) || !own.has(at + 1)) return false
  if (!['{{}}', '{%%}'].includes(state.sliceDoc(Math.max(0, at - 2), at + 2))) return false
  view.dispatch({ changes: { from: at - 1, to: at + 2 }, userEvent: 'delete.backward' })
  return true
}

/** Begins a line without moving the editor's marks onto a further one, where they could not be typed over. */
const breakLine = (view: EditorView): boolean => {
  const { main } = view.state.selection
  return main.empty && view.state.field(places).includes(main.head) && insertNewlineKeepIndent(view)
}

/**
 * Closes `{{` and `{%` while someone types, and lets the closing marks be typed over, wherever they have moved to.
 * Nothing else is closed: quotes, brackets and tags stay as they are typed, since in a mail they may be text, and
 * whoever types them types their ends too.
 */
export const liquidPairs: Extension = [
  places,
  type,
  Prec.high(
    keymap.of([
      { key: 'Backspace', run: deleteBackwards },
      { key: 'Enter', run: breakLine },
    ]),
  ),
]
