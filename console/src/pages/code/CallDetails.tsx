import {
  FilePen,
  FilePlus,
  FileSearch,
  FileText,
  FileX,
  Flag,
  ListChecks,
  type LucideIcon,
  MessageCircleQuestion,
  Search,
  Terminal,
  Wrench,
} from 'lucide-react'
import { useState } from 'react'
import { PatchView } from '../../diff/PatchView.tsx'
import { visibleText } from '../../diff/visible-text.ts'
import { fill } from '../../language/fill.ts'
import { lineDifference } from '../../ui/line-difference.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { describeLength } from '../workflow-runs/run-words.ts'
import { OutputBlock, TerminalBlock } from './OutputBlock.tsx'
import { type ToolCall, textIn } from './session-steps.ts'
import { callWords } from './session-words.ts'
import { words } from './words.ts'

const ICONS: Record<string, LucideIcon> = {
  list_files: FileSearch,
  read_file: FileText,
  search: Search,
  edit_file: FilePen,
  write_file: FilePlus,
  delete_file: FileX,
  move_file: FilePen,
  run_command: Terminal,
  update_plan: ListChecks,
  ask_user: MessageCircleQuestion,
  request_approval: MessageCircleQuestion,
  finish: Flag,
}
/** They have no outcome of their own: the question, the plan or the end stands elsewhere. */
const PLAIN = new Set(['update_plan', 'ask_user', 'request_approval', 'finish'])

interface CallDetailsProps {
  call: ToolCall
  isGoingOn: boolean
}

/** One call of a tool, folded: what it was given and what came of it. */
export function CallDetails({ call, isGoingOn }: CallDetailsProps) {
  const { tool, input, outcome } = call
  const [isOpen, setOpen] = useState(false)
  const { verb, what } = callWords(tool, input)
  const Icon = ICONS[tool] ?? Wrench
  const line = (
    <span className="inline-flex max-w-[calc(100%-1.25rem)] flex-wrap items-center gap-x-2 align-middle">
      <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
      {verb}
      {what && <code className="min-w-0 font-mono text-xs break-all text-ink">{visibleText(what)}</code>}
      {outcome?.isError && <span className="text-xs text-danger">{words.didNotWork}</span>}
      {outcome?.duration_ms != null && outcome.duration_ms >= 1_000 && (
        <span className="caption">{describeLength(outcome.duration_ms)}</span>
      )}
      {!outcome && isGoingOn && !PLAIN.has(tool) && <Spinner />}
    </span>
  )
  if (PLAIN.has(tool)) return <p className="ps-5 text-sm text-ink-2">{line}</p>
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="text-sm text-ink-2"
    >
      <summary className="cursor-pointer rounded-sm hover:text-ink">{line}</summary>
      {isOpen && (
        <div className="mt-1.5 mb-3 space-y-2 ps-5">
          <Given call={call} what={what} />
          {outcome ? (
            tool === 'run_command' ? (
              <TerminalBlock command={what} output={outcome.output} isError={outcome.isError} />
            ) : (
              <OutputBlock
                label={outcome.isError ? words.whyItDidNot : words.outcome}
                text={outcome.output}
                isError={outcome.isError}
              />
            )
          ) : (
            <p className="caption">{isGoingOn ? words.noOutcomeYet : words.itWasNotCarried}</p>
          )}
        </div>
      )}
    </details>
  )
}

/** Changed text as lines, content as text, and the rest as it was sent. */
function Given({ call: { tool, input }, what }: { call: ToolCall; what: string }) {
  if (tool === 'run_command') return null
  if (tool === 'edit_file') {
    const lines = lineDifference(textIn(input, 'old'), textIn(input, 'new'))
    return (
      <div className="overflow-hidden rounded-md border border-line">
        <PatchView
          lines={lines.map((line) => ({ ...line, before: null, after: null }))}
          label={fill(words.changeOfWhat, { what })}
        />
      </div>
    )
  }
  if (tool === 'write_file') return <OutputBlock label={words.content} text={textIn(input, 'content')} />
  const rest = Object.entries(input).filter(([, value]) => value !== what && value !== undefined)
  if (rest.length === 0) return null
  return <OutputBlock label={words.with} text={JSON.stringify(Object.fromEntries(rest), null, 2)} />
}
