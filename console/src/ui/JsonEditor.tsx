/** An editor of JSON with faults marked at their place. Heavy: only JsonBox loads it, when one is shown. */
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { syntaxTree } from '@codemirror/language'
import type { Diagnostic } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import type { JsonFault } from './json-fault.ts'
import { type JsonPlace, rangeOfPlace } from './json-place.ts'
import { useEditor } from './use-editor.ts'

interface JsonEditorProps {
  label: string
  value: string
  onChange: (text: string) => void
  faults: readonly JsonFault[]
  isReadOnly?: boolean
  shown?: JsonPlace | null
}

export default function JsonEditor({ shown = null, ...props }: JsonEditorProps) {
  const host = useEditor({
    ...props,
    language: JSON_LANGUAGE,
    place: placedFaults,
    check: parseFaults,
    shown: shown === null ? null : JSON.stringify(shown),
    rangeOf: (view) => rangeOfPlace(syntaxTree(view.state).topNode, view.state.doc.toString(), shown ?? []),
  })
  return <div ref={host} className="h-full min-h-64" />
}

const JSON_LANGUAGE = json()
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
