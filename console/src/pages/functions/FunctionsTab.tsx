import type { BackendFunction } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Plus, SquareFunction } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { load } from '../../api.ts'
import { functionsQueries } from '../../functions-queries.ts'
import { useCreateAction } from '../../layout/use-create-action.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { canEditApp } from '../../permissions.ts'
import { queries } from '../../queries.ts'
import { columnsOf } from '../../table/data-table-features.ts'
import { NamedTable } from '../../table/NamedTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Time } from '../../ui/Time.tsx'
import { CreateFunction } from './CreateFunction.tsx'
import { ACCESS, counted } from './function-words.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return load(request, queries.app(app_id), functionsQueries.list(app_id))
}

export function Component() {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { data: app } = useSuspenseQuery(queries.app(app_id))
  const { data: functions } = useSuspenseQuery(functionsQueries.list(app_id))
  const [isCreating, setCreating] = useState(false)
  useCreateAction(() => setCreating(true), canEditApp(app))
  const columns = useMemo(
    () => functionColumns((name) => paths.function(workspaceId, app_id, name)),
    [workspaceId, app_id],
  )
  const createButton = canEditApp(app) && (
    <Button look="primary" icon={Plus} onPress={() => setCreating(true)}>
      {words.newFunction}
    </Button>
  )

  return (
    <>
      {functions.length === 0 ? (
        <EmptyState icon={SquareFunction} title={words.noFunctionsYet} action={createButton}>
          {words.aFunctionIsCode}
          {createButton && words.beginHereOrDeploy}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4 sm:px-8">
            <p className="text-ink-2">{words.codeOfThisApp}</p>
            {createButton}
          </div>
          <NamedTable
            what="functions"
            label={words.functions}
            columns={columns}
            rows={functions}
            rowId={({ name }) => name}
            rowName={({ name }) => name}
          />
        </>
      )}
      {isCreating && (
        <CreateFunction
          appId={app_id}
          taken={functions.map(({ name }) => name)}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  )
}

const column = columnsOf<BackendFunction>()

function functionColumns(pathOf: (name: string) => string) {
  return column.columns([
    column.accessor('name', {
      header: words.function,
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <Link
            to={pathOf(original.name)}
            className="block truncate font-medium hover:text-accent hover:underline"
          >
            {original.name}
          </Link>
          <span className="block truncate text-xs text-ink-3 @2xl:hidden">
            {ACCESS[original.access].label}
          </span>
        </>
      ),
    }),
    column.accessor('access', {
      header: words.whoMayCallIt,
      meta: { className: 'hidden w-48 text-sm text-ink-2 @2xl:table-cell' },
      cell: ({ getValue }) => ACCESS[getValue()].label,
    }),
    column.accessor('entry', {
      header: words.entry,
      meta: { className: 'hidden w-40 font-mono text-sm text-ink-2 @4xl:table-cell' },
    }),
    column.accessor('files', {
      header: words.files,
      meta: { className: 'hidden w-20 text-end text-sm text-ink-2 tabular-nums @xl:table-cell' },
      cell: ({ getValue }) => getValue().length,
    }),
    column.accessor('automations', {
      header: words.automations,
      meta: { className: 'hidden w-32 text-sm text-ink-2 @3xl:table-cell' },
      cell: ({ getValue }) => (getValue().length === 0 ? '–' : counted(getValue().length, 'automation')),
    }),
    column.accessor('updated_date', {
      header: words.updated,
      meta: { className: 'w-36 text-sm text-ink-2' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
  ])
}
