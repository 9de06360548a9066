import type { ConnectorCall } from '@atrium/sdk'
import { fill } from '../../language/fill.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { describeCall, hasFailed } from './connector-words.ts'
import { words } from './words.ts'

const column = columnsOf<ConnectorCall>()

export const CALL_COLUMNS = column.columns([
  column.accessor('path', {
    header: words.call,
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
    header: words.service,
    meta: { className: 'hidden text-sm text-ink-2 @2xl:table-cell' },
  }),
  column.accessor('status', {
    header: words.outcome,
    meta: { className: 'text-sm text-ink-2' },
    cell: ({ row: { original } }) => (
      <StatusDot tone={hasFailed(original) ? 'danger' : 'good'}>{describeCall(original)}</StatusDot>
    ),
  }),
  column.accessor('duration_ms', {
    header: words.duration,
    meta: { className: 'hidden text-end text-sm text-ink-2 tabular-nums @3xl:table-cell' },
    cell: ({ getValue }) => fill(words.getValueMs, { getValue: getValue().toLocaleString('en') }),
  }),
  column.accessor('started_at', {
    header: words.time,
    meta: { className: 'hidden text-sm text-ink-2 @lg:table-cell' },
    cell: ({ getValue }) => <Time at={getValue()} />,
  }),
])
