/** An editor of JSON with faults marked at their place. Heavy: only JsonBox loads it, when one is shown. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import {
  bracketMatching,
  foldGutter,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
  syntaxTree,
} from '@codemirror/language'
import { type Diagnostic, forceLinting, linter, lintGutter } from '@codemirror/lint'
import { EditorState, StateEffect } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import type { JsonFault } from './JsonBox.tsx'
import { rangeOfPlace } from './json-place.ts'

interface JsonEditorProps {
  label: string
  value: string
  onChange: (text: string) => void
  faults: readonly JsonFault[]
}

export default function JsonEditor({ label, value, onChange, faults }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  // The editor lives longer than what React hands in at a time.
  const latest = useRef({ value, onChange, faults })
  useEffect(() => {
    latest.current = { value, onChange, faults }
  })

  useEffect(() => {
    const element = host.current
    if (!element) return
    // In a shadow tree its styles are style sheets, not elements, which the content security policy forbids.
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
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
          json(),
          syntaxHighlighting(COLOURS),
          lintGutter(),
          linter((shown) => [...parseFaults(shown), ...placedFaults(shown, latest.current.faults)], {
            delay: 250,
            needsRefresh: ({ transactions }) =>
              transactions.some(({ effects }) => effects.some((effect) => effect.is(faultsChanged))),
          }),
          // Tab is left alone: it leads out of the editor, as everywhere.
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
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
    if (!view || view.state.doc.toString() === value) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    const view = editor.current
    if (!view) return
    const [first] = placedFaults(view, faults)
    const scroll = first ? [EditorView.scrollIntoView(first.from, { y: 'center' })] : []
    view.dispatch({ effects: [faultsChanged.of(null), ...scroll] })
    forceLinting(view)
  }, [faults])

  return <div ref={host} className="h-full min-h-64" />
}

/** The text is the same, and yet there is more or less wrong with it. */
const faultsChanged = StateEffect.define<null>()

const parseJson = jsonParseLinter()

/** An empty text is not yet wrong. */
function parseFaults(view: EditorView): readonly Diagnostic[] {
  return view.state.doc.toString().trim() === '' ? [] : parseJson(view)
}

function placedFaults(view: EditorView, faults: readonly JsonFault[]): Diagnostic[] {
  const text = view.state.doc.toString()
  return faults.map(({ place, message }) => {
    const { from, to } = rangeOfPlace(syntaxTree(view.state).topNode, text, place)
    return { from, to, severity: 'error', message }
  })
}

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--color-accent-strong)' },
  { tag: tags.string, color: 'var(--color-on-hue-1)' },
  { tag: tags.number, color: 'var(--color-on-hue-3)' },
  { tag: [tags.bool, tags.null], color: 'var(--color-on-hue-2)' },
])

const LOOK = EditorView.theme({
  '&': { height: '100%', minHeight: '16rem', fontSize: '0.8125rem', color: 'var(--color-ink)' },
  '&.cm-focused': { outline: '2px solid var(--color-accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55' },
  '.cm-gutters': {
    backgroundColor: 'var(--color-sunken)',
    color: 'var(--color-ink-3)',
    border: 'none',
    borderRight: '1px solid var(--color-line)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--color-hover) 60%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--color-ink)' },
  '&.cm-focused > .cm-scroller .cm-selectionBackground, ::selection': {
    backgroundColor: 'color-mix(in oklab, var(--color-accent) 28%, transparent)',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--color-accent-soft)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--color-raised)',
    color: 'var(--color-ink)',
    border: '1px solid var(--color-line)',
    borderRadius: '6px',
    maxWidth: '24rem',
  },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--color-danger)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--color-active)',
    color: 'var(--color-ink-2)',
    border: 'none',
  },
})
