import type { Delivery } from '@atrium/sdk'
import { fill, fillWith } from '../../language/fill.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { describeAnswer, STATUSES } from './webhook-words.ts'
import { words } from './words.ts'

const column = columnsOf<Delivery>()

export function deliveryColumns(redelivering: string | undefined, onRedeliver: (deliveryId: string) => void) {
  return column.columns([
    column.accessor('event_type', {
      header: words.event,
      meta: { isRowHeader: true, className: 'w-full max-w-0 @3xl:w-[30%]' },
      cell: ({ row: { original } }) => (
        <>
          <p className="truncate font-mono text-sm">{original.event_type}</p>
          <p className="truncate text-xs text-ink-3">
            <Time at={original.created_date} />
          </p>
        </>
      ),
    }),
    column.accessor('status', {
      header: words.status,
      meta: { className: 'text-sm' },
      cell: ({ getValue }) => (
        <StatusDot tone={STATUSES[getValue()].tone}>{STATUSES[getValue()].label}</StatusDot>
      ),
    }),
    column.accessor('attempts', {
      header: words.lastAttempt,
      meta: { className: 'hidden text-sm text-ink-2 @2xl:table-cell' },
      cell: ({ getValue }) => <LastAttempt attempts={getValue()} />,
    }),
    column.accessor('next_attempt_at', {
      header: words.nextTry,
      meta: { className: 'hidden text-sm text-ink-2 @4xl:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} otherwise="–" />,
    }),
    column.display({
      id: 'actions',
      header: words.actions,
      meta: { isHeaderHidden: true, className: 'text-end' },
      cell: ({ row: { original } }) => (
        <Button
          size="sm"
          aria-label={fill(words.redeliverEventTypeId, { eventType: original.event_type, id: original.id })}
          isPending={redelivering === original.id}
          onPress={() => onRedeliver(original.id)}
        >
          {words.redeliver}
        </Button>
      ),
    }),
  ])
}

function LastAttempt({ attempts }: { attempts: Delivery['attempts'] }) {
  const last = attempts.at(-1)
  if (!last) return <span className="text-ink-3">{words.noneYet}</span>
  return (
    <>
      {describeAnswer(last)}
      {attempts.length > 1 && (
        <span className="text-ink-3"> {fillWith(words.countAttempts, { count: attempts.length })}</span>
      )}
    </>
  )
}
