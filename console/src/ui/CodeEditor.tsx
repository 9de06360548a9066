/** An editor of code with problems marked at their line. Heavy: only CodeBox loads it, when one is shown. */
import { json } from '@codemirror/lang-json'
import { StreamLanguage } from '@codemirror/language'
import type { Diagnostic } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { CodeFault } from './code-fault.ts'
import { markupTokens } from './markup-tokens.ts'
import { scriptTokens } from './script-tokens.ts'
import { styleTokens } from './style-tokens.ts'
import { useEditor } from './use-editor.ts'

interface CodeEditorProps {
  label: string
  path: string
  value: string
  onChange: (text: string) => void
  faults: readonly CodeFault[]
  isReadOnly: boolean
  line?: number | null
}

export default function CodeEditor({ path, line = null, ...props }: CodeEditorProps) {
  const host = useEditor({
    ...props,
    language: languageOf(path),
    place: placedFaults,
    shown: line === null ? null : String(line),
    rangeOf: (view) => rangeOfLine(view, line),
  })
  return <div ref={host} className="h-full min-h-64" />
}

const SCRIPT = StreamLanguage.define(scriptTokens)
const MARKUP = StreamLanguage.define(markupTokens)
const STYLE = StreamLanguage.define(styleTokens)
const JSON_LANGUAGE = json()

function languageOf(path: string): Extension {
  if (/\.jsonc?$/.test(path)) return JSON_LANGUAGE
  if (/\.(html?|xml|svg|vue)$/.test(path)) return MARKUP
  if (/\.(css|scss|less)$/.test(path)) return STYLE
  return /\.[cm]?[jt]sx?$/.test(path) ? SCRIPT : []
}

function placedFaults(view: EditorView, faults: readonly CodeFault[]): Diagnostic[] {
  return faults.map(({ line, message }) => {
    return { ...rangeOfLine(view, line), severity: 'error', message }
  })
}

/** The nearest line that there is. */
function rangeOfLine({ state: { doc } }: EditorView, line: number | null): { from: number; to: number } {
  const { from, to } = doc.line(Math.min(Math.max(line ?? 1, 1), doc.lines))
  return { from, to }
}
