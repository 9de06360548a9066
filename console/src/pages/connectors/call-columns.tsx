import type { ConnectorCall } from '@atrium/sdk'
import { columnsOf } from '../../table/data-table-features.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { describeCall, hasFailed } from './connector-words.ts'

const column = columnsOf<ConnectorCall>()

export const CALL_COLUMNS = column.columns([
  column.accessor('path', {
    header: 'Call',
    meta: { isRowHeader: true, className: 'w-full max-w-0' },
    cell: ({ row: { original } }) => (
      <>
        <p className="truncate font-mono text-sm">
          <span className="text-ink-3">{original.method}</span> {original.path}
        </p>
        <p className="truncate text-xs text-ink-3 @2xl:hidden">{original.integration_type}</p>
      </>
    ),
  }),
  column.accessor('integration_type', {
    header: 'Service',
    meta: { className: 'hidden text-sm text-ink-2 @2xl:table-cell' },
  }),
  column.accessor('status', {
    header: 'Outcome',
    meta: { className: 'text-sm text-ink-2' },
    cell: ({ row: { original } }) => (
      <StatusDot tone={hasFailed(original) ? 'danger' : 'good'}>{describeCall(original)}</StatusDot>
    ),
  }),
  column.accessor('duration_ms', {
    header: 'Duration',
    meta: { className: 'hidden text-right text-sm text-ink-2 tabular-nums @3xl:table-cell' },
    cell: ({ getValue }) => `${getValue().toLocaleString('en')} ms`,
  }),
  column.accessor('started_at', {
    header: 'Time',
    meta: { className: 'hidden text-sm text-ink-2 @lg:table-cell' },
    cell: ({ getValue }) => <Time at={getValue()} />,
  }),
])
