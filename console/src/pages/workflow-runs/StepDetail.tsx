import type { WorkflowRunStep } from '@atrium/sdk'
import { formatFull, parseTime } from '../../ui/Time.tsx'
import { JsonView } from './JsonView.tsx'
import { words } from './words.ts'

/** What one step got, gave and failed with. */
export function StepDetail({ step, canEdit }: { step: WorkflowRunStep; canEdit: boolean }) {
  const { id, attempt, started_at, completed_at, input, output, error } = step
  return (
    <div className="space-y-4 border-t border-line bg-sunken/60 px-4 py-4 text-sm">
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        <Fact name="Step">{id}</Fact>
        <Fact name="Attempt">{String(attempt)}</Fact>
        <Fact name="Started">{formatFull(parseTime(started_at))}</Fact>
        <Fact name="Ended">{completed_at === null ? words.notYet : formatFull(parseTime(completed_at))}</Fact>
      </dl>
      {error && (
        <p className="break-words whitespace-pre-wrap text-danger">
          {error.message} <span className="font-mono text-xs">{error.code}</span>
          {error.status !== null && <span className="font-mono text-xs"> {error.status}</span>}
        </p>
      )}
      {canEdit ? (
        <div className="grid gap-4 lg:grid-cols-2">
          <JsonView label={words.input} value={input} />
          <JsonView label={words.output} value={output} />
        </div>
      ) : (
        <p className="text-ink-2">{words.whatItGotAnd}</p>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex gap-2">
      <dt className="text-ink-3">{name}</dt>
      <dd className="break-all">{children}</dd>
    </div>
  )
}
