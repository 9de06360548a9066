import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import type { WebhookOwner } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { type AnyWebhook, webhooksOf } from '../../webhooks-of.ts'
import { eventOptions } from './webhook-words.ts'

interface RedeliverFailedProps {
  owner: WebhookOwner
  webhook: AnyWebhook
  failedCount: number
  /** What the log is filtered by. */
  eventType: string | undefined
}

const ANY = 'any'
const HOUR_MS = 3_600_000
const SPANS = [
  { id: ANY, label: 'All that are kept, 30 days' },
  { id: '1', label: 'The last hour' },
  { id: '24', label: 'The last 24 hours' },
  { id: '168', label: 'The last 7 days' },
]

/** Sends all that failed once more, with one request. */
export function RedeliverFailed({ owner, webhook, failedCount, eventType }: RedeliverFailedProps) {
  const [isOpen, setOpen] = useState(false)
  const reason =
    webhook.disabled_at !== null
      ? 'The webhook is off: turn it on first.'
      : failedCount === 0
        ? 'No delivery has failed.'
        : undefined
  return (
    <>
      <Button icon={RotateCcw} disabledReason={reason} onPress={() => setOpen(true)}>
        Redeliver failed
      </Button>
      {isOpen && (
        <RedeliverDialog
          owner={owner}
          webhook={webhook}
          eventType={eventType}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface RedeliverDialogProps extends Omit<RedeliverFailedProps, 'failedCount'> {
  onClose: () => void
}

function RedeliverDialog({ owner, webhook, eventType, onClose }: RedeliverDialogProps) {
  const [span, setSpan] = useState(ANY)
  const [event, setEvent] = useState(eventType ?? ANY)
  const redeliver = useAct({
    run: () =>
      webhooksOf(owner).redeliverFailed(webhook.id, {
        since: span === ANY ? null : new Date(Date.now() - Number(span) * HOUR_MS).toISOString(),
        event_type: event === ANY ? null : event,
      }),
    touches: ['deliveries', 'webhooks'],
    failure: 'inline',
    done: ({ queued, has_more }) => (has_more ? `${describe(queued)} There are more.` : describe(queued)),
  })
  return (
    <FormDialog
      title="Redeliver what failed"
      submitLabel="Redeliver"
      act={redeliver}
      onClose={onClose}
      onSubmit={() => redeliver.mutate(undefined, { onSuccess: onClose })}
    >
      <p className="text-ink-2">
        Each one is sent once more, the oldest first and one after the other, at most 1,000 at a time.
        Failures do not count towards turning the webhook off.
      </p>
      <Select
        label="Failed deliveries of"
        options={SPANS}
        value={span}
        onChange={(id) => setSpan(String(id ?? ANY))}
      />
      <Select
        label="Event"
        options={[{ id: ANY, label: 'Any event' }, ...eventOptions(owner.kind)]}
        value={event}
        onChange={(id) => setEvent(String(id ?? ANY))}
      />
    </FormDialog>
  )
}

function describe(queued: number): string {
  if (queued === 0) return 'Nothing failed there that could be sent again.'
  return queued === 1 ? 'One delivery is sent again.' : `${queued} deliveries are sent again.`
}
