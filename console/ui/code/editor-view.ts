import { autocompletion, completionKeymap } from '@codemirror/autocomplete'
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { html, htmlCompletionSource } from '@codemirror/lang-html'
import { liquid } from '@codemirror/lang-liquid'
import { bracketMatching, HighlightStyle, LanguageSupport, syntaxHighlighting } from '@codemirror/language'
import { liquidLanguage } from '@codemirror/lang-liquid'
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { completionsAfter, lookBack, type LiquidNames } from './liquid.js'
import { liquidPairs } from './liquid-pairs.js'

/** A message about a place in the text. Lines and columns are counted from 1. */
export interface Mark {
  readonly line: number
  readonly column?: number | undefined
  readonly message: string
  readonly severity: 'error' | 'warning'
}

export interface EditorSettings {
  readonly text: string
  /** Name of the editor for screen readers. */
  readonly label: string
  /** Instruction for leaving the editor by keyboard. */
  readonly description: string
  readonly kind: 'html' | 'text'
  /** Returns the names that Liquid can use now. */
  readonly names: () => LiquidNames
  readonly onChange: (text: string) => void
}

/** An editor that is shown. */
export interface OpenEditor {
  readonly setText: (text: string) => void
  readonly setMarks: (marks: readonly Mark[]) => void
  readonly jump: (line: number, column?: number) => void
  readonly end: () => void
}

const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.tagName, tags.angleBracket], color: 'var(--busy)' },
    { tag: tags.attributeName, color: 'var(--warn)' },
    { tag: [tags.attributeValue, tags.string, tags.number], color: 'var(--good)' },
    {
      tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword],
      color: 'var(--bad)',
      fontWeight: '600',
    },
    { tag: [tags.variableName, tags.propertyName, tags.function(tags.variableName)], color: 'var(--accent)' },
    { tag: [tags.comment, tags.documentMeta], color: 'var(--ink-3)', fontStyle: 'italic' },
    { tag: [tags.brace, tags.processingInstruction, tags.special(tags.brace)], color: 'var(--bad)' },
  ]),
)

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--ink)', backgroundColor: 'var(--surface)' },
  // The ring is around the host, where the gutter covers nothing of it.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px', overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--sunken)',
    color: 'var(--ink-3)',
    border: '0',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--chosen) 45%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--chosen)', color: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'light-dark(#cfd9fb, #33427a)',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--chosen)', outline: '1px solid var(--line-strong)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    boxShadow: 'var(--float)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--chosen)',
    color: 'var(--ink)',
  },
  '.cm-completionDetail': { color: 'var(--ink-2)', fontStyle: 'normal' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
})

/**
 * Replaces what is selected by what is typed. The browser would keep the look of what it replaces by a style
 * attribute, which the page's policy refuses.
 */
const typeOver = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data, isComposing }, view) => {
    const { state } = view
    if (inputType !== 'insertText' || data === null || isComposing || state.selection.main.empty) return false
    view.dispatch(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    // CodeMirror prevents the browser's own edit.
    return true
  },
})

/**
 * Opens an editor of Liquid in a shadow root: there its styles are style sheets made by scripts, which the page's
 * policy allows, while it refuses style elements and attributes.
 */
export function openEditor(root: ShadowRoot, settings: EditorSettings): OpenEditor {
  const { text, label, description, kind, names, onChange } = settings
  const complete = (context: CompletionContext): CompletionResult | null => {
    const before = context.state.sliceDoc(Math.max(0, context.pos - lookBack), context.pos)
    const found = completionsAfter(before, names())
    if (found === undefined) return kind === 'html' ? htmlCompletionSource(context) : null
    if (found.length === 0 && !context.explicit && !/[|.'"%{]\s?$/.test(before)) return null
    return {
      from: context.pos - found.length,
      options: found.options.map((option) => ({ ...option })),
      validFor: /^[\w#]*$/,
    }
  }
  const language =
    kind === 'html'
      ? liquid({ base: html({ matchClosingTags: false, autoCloseTags: false }) })
      : new LanguageSupport(liquidLanguage)
  let isSetting = false
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        bracketMatching(),
        liquidPairs,
        typeOver,
        autocompletion({ override: [complete], icons: false }),
        language,
        colours,
        look,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-description': description }),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isSetting) onChange(update.state.doc.toString())
        }),
      ],
    }),
  })
  const placeOf = ({ line, column = 1 }: Pick<Mark, 'line' | 'column'>) => {
    const { doc } = view.state
    const { from, to, text: words } = doc.line(Math.min(Math.max(1, line), doc.lines))
    const start = Math.min(to, from + column - 1)
    // The tag, output or word that begins there.
    const length = /^(?:\{\{.*?\}\}|\{%.*?%\}|\S+)/.exec(words.slice(start - from))?.[0].length ?? 0
    return { from: start, to: Math.min(to, start + length) }
  }
  return {
    setText: (next) => {
      if (next === view.state.doc.toString()) return
      isSetting = true
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } })
      isSetting = false
    },
    setMarks: (marks) => {
      const diagnostics = marks.map((mark): Diagnostic => ({
        ...placeOf(mark),
        severity: mark.severity,
        message: mark.message,
      }))
      view.dispatch(
        setDiagnostics(
          view.state,
          diagnostics.sort((one, other) => one.from - other.from),
        ),
      )
    },
    jump: (line, column) => {
      const { from } = placeOf({ line, column })
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      })
      view.focus()
    },
    end: () => view.destroy(),
  }
}
