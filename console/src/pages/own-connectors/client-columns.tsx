import type { ConnectorClient } from '@atrium/sdk'
import { columnsOf } from '../../table/data-table-features.ts'
import { Button } from '../../ui/Button.tsx'
import { Time } from '../../ui/Time.tsx'

const column = columnsOf<ConnectorClient>()

export function clientColumns(
  nameOf: (type: string) => string,
  onOpen: (kind: 'change' | 'delete', client: ConnectorClient) => void,
) {
  return column.columns([
    column.accessor('integration_type', {
      header: 'Service',
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <p className="truncate font-medium">{nameOf(original.integration_type)}</p>
          <p className="truncate font-mono text-xs text-ink-3">{original.client_id}</p>
        </>
      ),
    }),
    column.accessor('has_secret', {
      header: 'Secret',
      meta: { className: 'hidden w-32 text-sm text-ink-2 @lg:table-cell' },
      cell: ({ getValue }) => (getValue() ? 'Saved' : 'None'),
    }),
    column.accessor('updated_date', {
      header: 'Changed',
      meta: { className: 'hidden w-36 text-sm text-ink-2 @2xl:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.display({
      id: 'actions',
      header: 'Actions',
      meta: { isHeaderHidden: true, className: 'w-48 text-right' },
      cell: ({ row: { original } }) => (
        <span className="inline-flex gap-2">
          <Button
            size="sm"
            aria-label={`Change the client id of ${nameOf(original.integration_type)}`}
            onPress={() => onOpen('change', original)}
          >
            Change
          </Button>
          <Button
            size="sm"
            look="danger-quiet"
            aria-label={`Delete the client id of ${nameOf(original.integration_type)}`}
            onPress={() => onOpen('delete', original)}
          >
            Delete
          </Button>
        </span>
      ),
    }),
  ])
}
