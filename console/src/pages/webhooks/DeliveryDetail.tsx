import type { Delivery, DeliveryInDetail } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { deliveryQueries } from '../../delivery-queries.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import type { WebhookOwner } from '../../paths.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { formatFull, parseTime, Time } from '../../ui/Time.tsx'
import { HeaderList } from './HeaderList.tsx'
import { ResponseBody } from './ResponseBody.tsx'
import { describeAnswer, isAccepted, prettyPayload } from './webhook-words.ts'
import { words } from './words.ts'

interface DeliveryDetailProps {
  owner: WebhookOwner
  webhookId: string
  delivery: Delivery
}

/** What was sent, every attempt to deliver it, and what came back. */
export function DeliveryDetail({ owner, webhookId, delivery }: DeliveryDetailProps) {
  const { id, event_id, next_attempt_at } = delivery
  const detail = useQuery({
    ...deliveryQueries.one(owner, webhookId, delivery),
    placeholderData: (before) => before,
  })
  return (
    <div className="space-y-4 text-sm">
      <dl className="flex flex-wrap gap-x-8 gap-y-1">
        <Id name="Delivery" id={id} />
        <Id name="Event" id={event_id} />
      </dl>
      {detail.error ? (
        <PartFailure
          error={detail.error}
          onRetry={() => void detail.refetch()}
          isRetrying={detail.isFetching}
        />
      ) : detail.data ? (
        <>
          <Attempts attempts={detail.data.attempts} />
          <Payload text={detail.data.payload} />
        </>
      ) : (
        <PartLoading what="delivery" />
      )}
      {next_attempt_at && (
        <p className="text-ink-2">{fillWith(words.nextTryTime, { time: <Time at={next_attempt_at} /> })}</p>
      )}
    </div>
  )
}

function Attempts({ attempts }: Pick<DeliveryInDetail, 'attempts'>) {
  if (attempts.length === 0) return <p className="text-ink-3">{words.nothingWasSentYet}</p>
  return (
    <ol aria-label={words.attempts} className="space-y-3">
      {attempts.map((attempt) => (
        <li
          key={`${attempt.trigger} ${attempt.started_at}`}
          className="space-y-2 rounded-md border border-line bg-surface px-3.5 py-2.5"
        >
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <StatusDot tone={isAccepted(attempt) ? 'good' : 'danger'}>{describeAnswer(attempt)}</StatusDot>
            <span className="text-ink-3 tabular-nums">
              {fillWith(words.durationMsMs, { durationMs: attempt.duration_ms })}
            </span>
            <span className="text-ink-3">{formatFull(parseTime(attempt.started_at))}</span>
            <span className="text-ink-3">
              {attempt.trigger === 'manual'
                ? words.redeliveredByHand
                : fill(words.attemptAttempt, { attempt: attempt.attempt })}
            </span>
          </div>
          {attempt.status_code === null && attempt.message && <p className="text-ink-2">{attempt.message}</p>}
          {attempt.response_body && <ResponseBody text={attempt.response_body} />}
          <HeaderList title={words.requestHeaders} headers={attempt.request_headers} />
          {attempt.status_code !== null && (
            <HeaderList title={words.responseHeaders} headers={attempt.response_headers} />
          )}
        </li>
      ))}
    </ol>
  )
}

function Payload({ text }: { text: string }) {
  return (
    <section aria-label={words.payload}>
      <div className="mb-1 flex items-center gap-1">
        <p className="caption">{words.payload}</p>
        <CopyButton text={text} label={words.copyPayloadAsIt} />
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-md border border-line bg-surface p-3 font-mono text-xs whitespace-pre-wrap break-all text-ink-2"
      >
        {prettyPayload(text)}
      </pre>
    </section>
  )
}

function Id({ name, id }: { name: string; id: string }) {
  return (
    <div className="flex min-w-0 items-center gap-2">
      <dt className="text-ink-3">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1 font-mono text-xs break-all">
        {id}
        <CopyButton text={id} label={fill(words.copyNameId, { name: name.toLowerCase() })} />
      </dd>
    </div>
  )
}
