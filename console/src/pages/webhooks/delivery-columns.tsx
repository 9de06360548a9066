import type { Delivery } from '@atrium/sdk'
import { columnsOf } from '../../table/data-table-features.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { describeAnswer, STATUSES } from './webhook-words.ts'

const column = columnsOf<Delivery>()

export function deliveryColumns(redelivering: string | undefined, onRedeliver: (deliveryId: string) => void) {
  return column.columns([
    column.accessor('event_type', {
      header: 'Event',
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
      header: 'Status',
      meta: { className: 'text-sm' },
      cell: ({ getValue }) => (
        <StatusDot tone={STATUSES[getValue()].tone}>{STATUSES[getValue()].label}</StatusDot>
      ),
    }),
    column.accessor('attempts', {
      header: 'Last attempt',
      meta: { className: 'hidden text-sm text-ink-2 @2xl:table-cell' },
      cell: ({ getValue }) => <LastAttempt attempts={getValue()} />,
    }),
    column.accessor('next_attempt_at', {
      header: 'Next try',
      meta: { className: 'hidden text-sm text-ink-2 @4xl:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} otherwise="–" />,
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { isHeaderHidden: true, className: 'text-right' },
      cell: ({ row: { original } }) => (
        <Button
          size="sm"
          aria-label={`Redeliver ${original.event_type} ${original.id}`}
          isPending={redelivering === original.id}
          onPress={() => onRedeliver(original.id)}
        >
          Redeliver
        </Button>
      ),
    }),
  ])
}

function LastAttempt({ attempts }: { attempts: Delivery['attempts'] }) {
  const last = attempts.at(-1)
  if (!last) return <span className="text-ink-3">None yet</span>
  return (
    <>
      {describeAnswer(last)}
      {attempts.length > 1 && <span className="text-ink-3"> · {attempts.length} attempts</span>}
    </>
  )
}
