import type { ConnectorClient } from '@atrium/sdk'
import { fill } from '../../language/fill.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { Button } from '../../ui/Button.tsx'
import { Time } from '../../ui/Time.tsx'
import { words } from './words.ts'

const column = columnsOf<ConnectorClient>()

export function clientColumns(
  nameOf: (type: string) => string,
  onOpen: (kind: 'change' | 'delete', client: ConnectorClient) => void,
) {
  return column.columns([
    column.accessor('integration_type', {
      header: words.service,
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <p className="truncate font-medium">{nameOf(original.integration_type)}</p>
          <p className="truncate font-mono text-xs text-ink-3">{original.client_id}</p>
        </>
      ),
    }),
    column.accessor('has_secret', {
      header: words.secret,
      meta: { className: 'hidden w-32 text-sm text-ink-2 @lg:table-cell' },
      cell: ({ getValue }) => (getValue() ? words.saved : words.none),
    }),
    column.accessor('updated_date', {
      header: words.changed,
      meta: { className: 'hidden w-36 text-sm text-ink-2 @2xl:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
    column.display({
      id: 'actions',
      header: words.actions,
      meta: { isHeaderHidden: true, className: 'w-48 text-end' },
      cell: ({ row: { original } }) => (
        <span className="inline-flex gap-2">
          <Button
            size="sm"
            aria-label={fill(words.changeTheClientId, { integrationType: nameOf(original.integration_type) })}
            onPress={() => onOpen('change', original)}
          >
            {words.change}
          </Button>
          <Button
            size="sm"
            look="danger-quiet"
            aria-label={fill(words.deleteTheClientIdOf, {
              integrationType: nameOf(original.integration_type),
            })}
            onPress={() => onOpen('delete', original)}
          >
            {words.delete}
          </Button>
        </span>
      ),
    }),
  ])
}
