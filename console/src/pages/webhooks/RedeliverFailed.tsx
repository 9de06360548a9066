import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fill } from '../../language/fill.ts'
import type { WebhookOwner } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { type AnyWebhook, webhooksOf } from '../../webhooks-of.ts'
import { eventOptions } from './webhook-words.ts'
import { words } from './words.ts'

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
  { id: ANY, label: words.allThatAreKept },
  { id: '1', label: words.theLastHour },
  { id: '24', label: words.theLast24Hours },
  { id: '168', label: words.theLast7Days },
]

/** Sends all that failed once more, with one request. */
export function RedeliverFailed({ owner, webhook, failedCount, eventType }: RedeliverFailedProps) {
  const [isOpen, setOpen] = useState(false)
  const reason =
    webhook.disabled_at !== null
      ? words.theWebhookIsOff
      : failedCount === 0
        ? words.noDeliveryHasFailed
        : undefined
  return (
    <>
      <Button icon={RotateCcw} disabledReason={reason} onPress={() => setOpen(true)}>
        {words.redeliverFailed}
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
    done: ({ queued, has_more }) =>
      has_more ? fill(words.queuedThereAreMore, { queued: describe(queued) }) : describe(queued),
  })
  return (
    <FormDialog
      title={words.redeliverWhatFailed}
      submitLabel={words.redeliver}
      act={redeliver}
      onClose={onClose}
      onSubmit={() => redeliver.mutate(undefined, { onSuccess: onClose })}
    >
      <p className="text-ink-2">{words.eachOneIsSent}</p>
      <Select
        label={words.failedDeliveriesOf}
        options={SPANS}
        value={span}
        onChange={(id) => setSpan(String(id ?? ANY))}
      />
      <Select
        label={words.event}
        options={[{ id: ANY, label: words.anyEvent }, ...eventOptions(owner.kind)]}
        value={event}
        onChange={(id) => setEvent(String(id ?? ANY))}
      />
    </FormDialog>
  )
}

function describe(queued: number): string {
  if (queued === 0) return words.nothingFailedThereThat
  return queued === 1 ? words.oneDeliveryIsSent : fill(words.queuedDeliveriesAreSent, { queued })
}
