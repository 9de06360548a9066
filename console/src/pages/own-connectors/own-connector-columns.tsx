import type { CustomConnector } from '@atrium/sdk'
import { Link } from 'react-router'
import { fill } from '../../language/fill.ts'
import { paths } from '../../paths.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { Button } from '../../ui/Button.tsx'
import { Time } from '../../ui/Time.tsx'
import { ConnectorIcon } from '../connectors/ConnectorIcon.tsx'
import { MODE_WORDS } from './definition-words.ts'
import { words } from './words.ts'

const column = columnsOf<CustomConnector>()

/** Without `onDelete` for those who only read. */
export function connectorColumns(
  workspaceId: string,
  onDelete: ((connector: CustomConnector) => void) | null,
) {
  const facts = column.columns([
    column.accessor('definition', {
      header: words.connector,
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => {
        const { definition, integration_type } = original
        return (
          <span className="flex items-center gap-3">
            <ConnectorIcon icon={definition.icon} name={definition.display_name} />
            <span className="min-w-0">
              {onDelete ? (
                <Link
                  to={paths.ownConnector(workspaceId, integration_type)}
                  className="block truncate font-medium hover:text-accent hover:underline"
                >
                  {definition.display_name}
                </Link>
              ) : (
                <span className="block truncate font-medium">{definition.display_name}</span>
              )}
              <span className="block truncate text-sm text-ink-3">{definition.description}</span>
            </span>
          </span>
        )
      },
    }),
    column.accessor(({ definition }) => definition.auth.mode, {
      id: 'mode',
      header: words.signsInBy,
      meta: { className: 'hidden w-44 text-sm text-ink-2 @3xl:table-cell' },
      cell: ({ getValue }) => MODE_WORDS[getValue()],
    }),
    column.accessor('connection_count', {
      header: words.apps,
      meta: { className: 'w-16 text-end text-sm text-ink-2 tabular-nums' },
    }),
    column.accessor('updated_date', {
      header: words.changed,
      meta: { className: 'hidden w-36 text-sm text-ink-2 @xl:table-cell' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
  ])
  if (!onDelete) return facts
  const actions = column.display({
    id: 'actions',
    header: words.actions,
    meta: { isHeaderHidden: true, className: 'w-28 text-end' },
    cell: ({ row: { original } }) => (
      <Button
        size="sm"
        look="danger-quiet"
        aria-label={fill(words.deleteDisplayName, { displayName: original.definition.display_name })}
        onPress={() => onDelete(original)}
      >
        {words.delete}
      </Button>
    ),
  })
  return [...facts, actions]
}
