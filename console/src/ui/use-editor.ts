/** One editor in the page, for as long as the component is shown. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, foldGutter, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, forceLinting, linter, lintGutter } from '@codemirror/lint'
import { EditorState, type Extension, StateEffect } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { type RefObject, useEffect, useRef } from 'react'
import { COLOURS, LOOK } from './editor-look.ts'
import { differenceOf } from './text-difference.ts'

interface EditorOptions<Fault> {
  label: string
  value: string
  onChange: (text: string) => void
  isReadOnly?: boolean
  language: Extension
  faults: readonly Fault[]
  /** Where the faults are; the first one is scrolled to when they change. */
  place: (view: EditorView, faults: readonly Fault[]) => Diagnostic[]
  /** What else is wrong with the text itself. */
  check?: (view: EditorView) => readonly Diagnostic[]
  /** Names what is to be seen; when it changes, `rangeOf` is selected and scrolled to. */
  shown?: string | null
  rangeOf?: (view: EditorView) => { from: number; to: number }
}

/** The label, the language and whether it can be changed are those of the first time; others need another `key`. */
export function useEditor<Fault>(options: EditorOptions<Fault>): RefObject<HTMLDivElement | null> {
  const { label, value, faults, shown = null } = options
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  // The editor lives longer than what React hands in at a time.
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })

  useEffect(() => {
    const element = host.current
    if (!element) return
    // In a shadow tree its styles are style sheets, not elements, which the content security policy forbids.
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const { language, isReadOnly = false } = latest.current
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          lineNumbers(),
          foldGutter(),
          history(),
          indentOnInput(),
          bracketMatching(),
          highlightActiveLine(),
          language,
          EditorState.readOnly.of(isReadOnly),
          syntaxHighlighting(COLOURS),
          lintGutter(),
          linter(
            (shown) => {
              const { check, place, faults: known } = latest.current
              return [...(check?.(shown) ?? []), ...place(shown, known)]
            },
            {
              delay: 250,
              needsRefresh: ({ transactions }) =>
                transactions.some(({ effects }) => effects.some((effect) => effect.is(faultsChanged))),
            },
          ),
          // Tab is left alone: it leads out of the editor, as everywhere.
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          // It scrolls, so keys must reach it, also where nothing can be typed.
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString())
          }),
          LOOK,
        ],
      }),
    })
    editor.current = view
    return () => view.destroy()
  }, [label])

  useEffect(() => {
    const view = editor.current
    const before = view?.state.doc.toString()
    if (!view || before === undefined || before === value) return
    view.dispatch({ changes: differenceOf(before, value) })
  }, [value])

  useEffect(() => {
    const view = editor.current
    if (!view) return
    const [first] = latest.current.place(view, faults)
    const scroll = first ? [EditorView.scrollIntoView(first.from, { y: 'center' })] : []
    view.dispatch({ effects: [faultsChanged.of(null), ...scroll] })
    forceLinting(view)
  }, [faults])

  useEffect(() => {
    const view = editor.current
    const { rangeOf } = latest.current
    if (!view || shown === null || !rangeOf) return
    const { from, to } = rangeOf(view)
    view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    })
  }, [shown])

  return host
}

/** The text is the same, and yet there is more or less wrong with it. */
const faultsChanged = StateEffect.define<null>()
