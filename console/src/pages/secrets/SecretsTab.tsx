import { useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { loadForEditors } from '../../editors-only.ts'
import { functionsQueries } from '../../functions-queries.ts'
import { fill } from '../../language/fill.ts'
import { EditorsOnly } from '../../layout/EditorsOnly.tsx'
import { columnsOf } from '../../table/data-table-features.ts'
import { NamedTable } from '../../table/NamedTable.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { DeleteSecret, SetSecret } from './SecretDialogs.tsx'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  return loadForEditors(request, app_id, functionsQueries.secrets(app_id))
}

type Open = { kind: 'add' } | { kind: 'replace' | 'delete'; name: string }

export function Component() {
  const { app_id = '' } = useParams()
  const { data: names } = useSuspenseQuery(functionsQueries.secrets(app_id))
  const [open, setOpen] = useState<Open | null>(null)
  const columns = useMemo(() => secretColumns(setOpen), [])
  const close = () => setOpen(null)
  const addButton = (
    <Button look="primary" icon={Plus} onPress={() => setOpen({ kind: 'add' })}>
      {words.addASecret}
    </Button>
  )

  return (
    <>
      {names.length === 0 ? (
        <EmptyState icon={KeyRound} title={words.noSecretsYet} action={addButton}>
          {words.keysAndPasswordsThat}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4 sm:px-8">
            <p className="text-ink-2">{words.functionsOfThisApp}</p>
            {addButton}
          </div>
          <NamedTable
            what="secrets"
            label={words.secrets}
            columns={columns}
            rows={names.map((name) => ({ name }))}
            rowId={({ name }) => name}
            rowName={({ name }) => name}
          />
        </>
      )}
      {open?.kind === 'add' && <SetSecret appId={app_id} taken={names} onClose={close} />}
      {open?.kind === 'replace' && <SetSecret appId={app_id} name={open.name} taken={[]} onClose={close} />}
      {open?.kind === 'delete' && <DeleteSecret appId={app_id} name={open.name} onClose={close} />}
    </>
  )
}

const column = columnsOf<{ name: string }>()

function secretColumns(onOpen: (open: Open) => void) {
  return column.columns([
    column.accessor('name', {
      header: words.name,
      meta: { isRowHeader: true },
      cell: ({ getValue }) => <span className="font-mono text-sm font-medium">{getValue()}</span>,
    }),
    column.display({
      id: 'value',
      header: words.value,
      meta: { className: 'hidden w-40 text-ink-3 @lg:table-cell' },
      cell: () => (
        <>
          <span aria-hidden>••••••••</span>
          <span className="sr-only">{words.hidden}</span>
        </>
      ),
    }),
    column.display({
      id: 'actions',
      header: words.actions,
      meta: { isHeaderHidden: true, className: 'w-48 text-end' },
      cell: ({
        row: {
          original: { name },
        },
      }) => (
        <span className="inline-flex gap-2">
          <Button
            size="sm"
            aria-label={fill(words.replaceName, { name })}
            onPress={() => onOpen({ kind: 'replace', name })}
          >
            {words.replace}
          </Button>
          <Button
            size="sm"
            look="danger-quiet"
            aria-label={fill(words.deleteName2, { name })}
            onPress={() => onOpen({ kind: 'delete', name })}
          >
            {words.delete}
          </Button>
        </span>
      ),
    }),
  ])
}

export function ErrorBoundary() {
  return <EditorsOnly>{words.secretsOpenWhatThe}</EditorsOnly>
}
