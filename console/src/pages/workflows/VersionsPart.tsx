import type { WorkflowVersion } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import { load } from '../../api.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { Pager } from '../../table/Pager.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Time } from '../../ui/Time.tsx'
import { workflowsQueries } from '../../workflows-queries.ts'
import { RestoreVersion } from './RestoreVersion.tsx'
import { textOf, useDraft } from './workflow-draft.ts'

export function loader({ request, params: { app_id = '', workflow_id = '' } }: LoaderFunctionArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  return load(request, workflowsQueries.versions(app_id, workflow_id, cursor))
}

export function Component() {
  const { app_id = '', workflow_id = '' } = useParams()
  const { saved, canEdit } = useDraft()
  const cursor = useSearchParams()[0].get('cursor') ?? undefined
  const { data: page } = useSuspenseQuery(workflowsQueries.versions(app_id, workflow_id, cursor))
  const pages = useCursorPages(page.next_cursor)
  const [chosen, setChosen] = useState<WorkflowVersion | null>(null)
  const columns = useMemo(
    () => versionColumns(saved.version, canEdit ? setChosen : null),
    [saved.version, canEdit],
  )
  return (
    <>
      <p className="px-5 py-4 text-ink-2 sm:px-8">
        Every change of the steps is a version; the newest 100 are kept. Runs that go on keep theirs.
      </p>
      <DataTable
        label="Versions"
        columns={columns}
        rows={page.items}
        rowId={({ version }) => String(version)}
        rowName={({ version }) => `version ${version}`}
        detail={({ definition }) => (
          <pre className="max-h-96 overflow-auto rounded-md border border-line bg-surface px-3 py-2.5 font-mono text-xs whitespace-pre-wrap">
            {textOf(definition)}
          </pre>
        )}
      />
      <Pager {...pages} count={page.items.length} noun={page.items.length === 1 ? 'version' : 'versions'} />
      {chosen && (
        <RestoreVersion appId={app_id} workflow={saved} to={chosen} onClose={() => setChosen(null)} />
      )}
    </>
  )
}

const column = columnsOf<WorkflowVersion>()

function versionColumns(current: number, onRestore: ((version: WorkflowVersion) => void) | null) {
  const shown = column.columns([
    column.accessor('version', {
      header: 'Version',
      meta: { isRowHeader: true },
      cell: ({ getValue }) => (
        <span className="flex items-center gap-2 font-medium">
          {getValue()}
          {getValue() === current && <Badge tone="accent">Current</Badge>}
        </span>
      ),
    }),
    column.accessor('created_by', {
      header: 'By',
      meta: { className: 'hidden text-sm text-ink-2 @xl:table-cell' },
      cell: ({ getValue }) => getValue() ?? '–',
    }),
    column.accessor('created_date', {
      header: 'Saved',
      meta: { className: 'text-sm text-ink-2' },
      cell: ({ getValue }) => <Time at={getValue()} />,
    }),
  ])
  if (!onRestore) return shown
  const actions = column.display({
    id: 'actions',
    header: 'Actions',
    meta: { isHeaderHidden: true, className: 'text-right' },
    cell: ({ row: { original } }) =>
      original.version === current ? null : (
        <Button
          size="sm"
          aria-label={`Restore version ${original.version}`}
          onPress={() => onRestore(original)}
        >
          Restore
        </Button>
      ),
  })
  return [...shown, actions]
}
