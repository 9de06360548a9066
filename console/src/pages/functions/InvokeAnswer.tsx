import { Link } from 'react-router'
import { fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Pre } from '../../ui/Pre.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { useDraft } from './function-draft.ts'
import { toneOf } from './invocation-words.ts'
import { readableBody } from './invoke-request.ts'
import { words } from './words.ts'

export interface Answer {
  status: number
  duration_ms: number
  headers: [string, string][]
  type: string | null
  request_id: string | null
  /** As much of it as is shown. */
  text: string
  /** Of the whole. */
  length: number
}

/** What a function answered, or the server in its place. */
export function InvokeAnswer({ answer }: { answer: Answer }) {
  const { status, duration_ms, headers, type, request_id, text, length } = answer
  const { appId, deployed, canEdit } = useDraft()
  const { id: workspaceId } = useWorkspace()
  const body = readableBody(text, type)
  const isUnavailable = status === 503 && text.includes('"functions_unavailable"')
  return (
    <div className="space-y-4">
      <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="text-base font-medium">
          <StatusDot tone={toneOf(status, null)}>{String(status)}</StatusDot>
        </span>
        <span className="text-ink-2 tabular-nums">
          {fillWith(words.durationMsMs, { durationMs: duration_ms })}
        </span>
        {request_id && canEdit && (
          <Link
            to={paths.functionLogs(workspaceId, appId, deployed.name, { request: request_id })}
            className="text-accent hover:underline"
          >
            {words.logsOfThisCall}
          </Link>
        )}
      </div>
      {isUnavailable && (
        <Notice tone="caution" title={words.functionsCannotRunOn}>
          {words.theyNeedDenoRun}
        </Notice>
      )}
      <div>
        <div className="mb-1.5 flex items-center justify-between gap-2">
          <h3 className="text-sm font-medium">{words.body}</h3>
          {text !== '' && <CopyButton text={text} label={words.copyTheBody} />}
        </div>
        {text === '' ? (
          <p className="text-ink-3">{words.empty}</p>
        ) : (
          <Pre className="max-h-[28rem] overflow-auto rounded-md border border-line bg-sunken px-3 py-2.5 font-mono text-sm break-words whitespace-pre-wrap">
            {body}
          </Pre>
        )}
        {length > text.length && (
          <p className="caption mt-1">
            {fillWith(words.theFirstCountOf, {
              count: text.length.toLocaleString('en'),
              length: length.toLocaleString('en'),
            })}
          </p>
        )}
      </div>
      <div>
        <h3 className="mb-1.5 text-sm font-medium">{words.headers}</h3>
        <dl aria-label={words.headersOfTheAnswer} className="space-y-0.5 font-mono text-xs">
          {headers.map(([name, value]) => (
            <div key={`${name} ${value}`} className="flex gap-2">
              <dt className="shrink-0 text-ink-3">{name}:</dt>
              <dd className="min-w-0 break-all">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}
