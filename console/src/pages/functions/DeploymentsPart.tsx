import type { FunctionDeployment } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { toastFailure, useAct } from '../../act.ts'
import { client, load } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { functionsQueries } from '../../functions-queries.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatFull, parseTime, Time } from '../../ui/Time.tsx'
import { useDraft } from './function-draft.ts'
import { ACCESS, counted } from './function-words.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '', name = '' } }: LoaderFunctionArgs) {
  return load(request, functionsQueries.deployments(app_id, name))
}

export function Component() {
  const { app_id = '', name = '' } = useParams()
  const { canEdit } = useDraft()
  const { data: deployments } = useSuspenseQuery(functionsQueries.deployments(app_id, name))
  const [chosen, setChosen] = useState<FunctionDeployment | null>(null)
  const columns = useMemo(() => deploymentColumns(canEdit ? setChosen : null), [canEdit])
  return (
    <>
      <p className="px-5 py-4 text-ink-2 sm:px-8">{words.theNewest20Are}</p>
      <DataTable
        label={words.deployments}
        columns={columns}
        rows={deployments}
        rowId={({ id }) => id}
        rowName={({ id }) => id}
      />
      {chosen && <RollBack appId={app_id} name={name} to={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

const column = columnsOf<FunctionDeployment>()

function deploymentColumns(onRollBack: ((deployment: FunctionDeployment) => void) | null) {
  const shown = column.columns([
    column.accessor('created_date', {
      header: words.deployed,
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => (
        <>
          <span className="flex items-center gap-2">
            <Time at={original.created_date} />
            {original.is_active && <Badge tone="accent">{words.active}</Badge>}
          </span>
          <span className="block truncate font-mono text-xs text-ink-3">{original.id}</span>
        </>
      ),
    }),
    column.accessor('created_by', {
      header: words.by,
      meta: { className: 'hidden w-56 text-sm text-ink-2 @3xl:table-cell' },
      cell: ({ getValue }) => getValue() ?? '–',
    }),
    column.accessor('files', {
      header: words.files,
      meta: { className: 'hidden w-32 text-sm text-ink-2 @xl:table-cell' },
      cell: ({ getValue }) => counted(getValue().length, 'file'),
    }),
    column.accessor('access', {
      header: words.whoMayCallIt,
      meta: { className: 'hidden w-48 text-sm text-ink-2 @4xl:table-cell' },
      cell: ({ getValue }) => ACCESS[getValue()].label,
    }),
  ])
  if (!onRollBack) return shown
  const actions = column.display({
    id: 'actions',
    header: words.actions,
    meta: { isHeaderHidden: true, className: 'w-32 text-end' },
    cell: ({ row: { original } }) =>
      original.is_active ? null : (
        <Button
          size="sm"
          aria-label={fill(words.rollBackToId, { id: original.id })}
          onPress={() => onRollBack(original)}
        >
          {words.rollBack}
        </Button>
      ),
  })
  return [...shown, actions]
}

interface RollBackProps {
  appId: string
  name: string
  to: FunctionDeployment
  onClose: () => void
}

function RollBack({ appId, name, to, onClose }: RollBackProps) {
  const rollBack = useAct({
    run: () => client.functions.rollback({ app_id: appId, name }, { deployment_id: to.id }),
    touches: ['functions'],
    done: () => fill(words.nameRolledBack, { name }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.rollNameBack, { name })}
      confirmLabel={words.rollBack}
      look="primary"
      act={rollBack}
      onClose={onClose}
      onConfirm={() => rollBack.mutate(undefined, { onSettled: onClose })}
    >
      <p>{fillWith(words.theNextCallRuns, { createdDate: formatFull(parseTime(to.created_date)) })}</p>
    </ConfirmDialog>
  )
}
