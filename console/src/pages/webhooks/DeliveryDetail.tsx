import type { Delivery } from '@atrium/sdk'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { formatFull, parseTime, Time } from '../../ui/Time.tsx'
import { ResponseBody } from './ResponseBody.tsx'
import { describeAnswer, isAccepted } from './webhook-words.ts'

/** Every attempt to deliver one event. */
export function DeliveryDetail({ delivery }: { delivery: Delivery }) {
  const { id, event_id, attempts, next_attempt_at } = delivery
  return (
    <div className="space-y-4 text-sm">
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        <Id name="Delivery" id={id} />
        <Id name="Event" id={event_id} />
      </dl>
      {attempts.length === 0 && <p className="text-ink-3">Nothing was sent yet.</p>}
      <ol aria-label="Attempts" className="space-y-3">
        {attempts.map((attempt) => (
          <li
            key={`${attempt.trigger} ${attempt.started_at}`}
            className="space-y-2 rounded-md border border-line bg-surface px-3.5 py-2.5"
          >
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <StatusDot tone={isAccepted(attempt) ? 'good' : 'danger'}>{describeAnswer(attempt)}</StatusDot>
              <span className="text-ink-3 tabular-nums">{attempt.duration_ms} ms</span>
              <span className="text-ink-3">{formatFull(parseTime(attempt.started_at))}</span>
              <span className="text-ink-3">
                {attempt.trigger === 'manual' ? 'Redelivered by hand' : `Attempt ${attempt.attempt}`}
              </span>
            </div>
            {attempt.status_code === null && attempt.message && (
              <p className="text-ink-2">{attempt.message}</p>
            )}
            {attempt.response_body && <ResponseBody text={attempt.response_body} />}
          </li>
        ))}
      </ol>
      {next_attempt_at && (
        <p className="text-ink-2">
          Next try <Time at={next_attempt_at} />
        </p>
      )}
    </div>
  )
}

function Id({ name, id }: { name: string; id: string }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <dt className="text-ink-3">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1 font-mono text-xs break-all">
        {id}
        <CopyButton text={id} label={`Copy ${name.toLowerCase()} id`} />
      </dd>
    </div>
  )
}
