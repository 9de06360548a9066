import { ApiError } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Plus, SearchX, Table2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { data, type LoaderFunctionArgs, redirect, useParams } from 'react-router'
import { queryClient, refresh } from '../../api.ts'
import { loadForEditors } from '../../editors-only.ts'
import type { EntitySchema } from '../../entity-schema.ts'
import { explainError } from '../../explain-error.ts'
import { fill } from '../../language/fill.ts'
import { useMe, useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { type EntityRecord, queries } from '../../queries.ts'
import { recordViews } from '../../record-views-queries.ts'
import { blocksKey, recordBlock } from '../../records-queries.ts'
import { useView } from '../../table/use-view.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CodePanel } from '../docs/CodePanel.tsx'
import { EditNotices } from './edits/EditNotices.tsx'
import { useRecordEdits } from './edits/use-record-edits.ts'
import { useRowWrites } from './edits/use-row-writes.ts'
import { WriteNotice } from './edits/WriteNotice.tsx'
import { RecordFilters } from './filters/RecordFilters.tsx'
import { recordsViewOf } from './filters/records-view.ts'
import type { ColumnLayout } from './grid/column-layout.ts'
import { useColumnLayout } from './grid/use-column-layout.ts'
import { useRecordRows } from './grid/use-record-rows.ts'
import { ImportRecords } from './ImportRecords.tsx'
import { LiveNews } from './LiveNews.tsx'
import { type Chosen, RecordList } from './RecordList.tsx'
import { RecordTools } from './RecordTools.tsx'
import { addressOf, NO_FILTER, RecordViews } from './RecordViews.tsx'
import { RestoreRecords } from './RestoreRecords.tsx'
import { RecordDialog } from './record/RecordDialog.tsx'
import { useLiveRecords } from './use-live-records.ts'
import { nameOf, recordColumns } from './values/record-columns.ts'
import { words } from './words.ts'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { workspace_id = '', app_id = '', entity_name = '' } = params
  const view = recordsViewOf(new URL(request.url).searchParams)
  await loadForEditors(request, app_id, queries.schemas(app_id))
  const schemas = queryClient.getQueryData(queries.schemas(app_id).queryKey)
  if (!schemas || !Object.hasOwn(schemas, entity_name)) throw data(null, { status: 404 })
  const saved = await queryClient.ensureQueryData(recordViews(app_id, entity_name))
  const named = addressOf(saved.find(({ id }) => id === view.view))
  // The link to a view names it alone; what it shows stands in the address from then on.
  if (view.q === undefined && view.sort === undefined && (named.q ?? named.sort) !== undefined)
    return redirect(paths.records(workspace_id, app_id, entity_name, { ...view, ...named }))
  // A filter that the API refuses is explained on the page, where it can be corrected.
  await Promise.all([
    queryClient.prefetchQuery(recordBlock(app_id, entity_name, view, 0)),
    queryClient.prefetchQuery(queries.recordCount(app_id, entity_name, view)),
  ])
  return null
}

export function Component() {
  const { app_id = '', entity_name = '' } = useParams()
  // One entity's selection and open editors are not another's.
  return <Records key={`${app_id} ${entity_name}`} appId={app_id} entityName={entity_name} />
}

function Records({ appId, entityName }: { appId: string; entityName: string }) {
  const { id: workspaceId } = useWorkspace()
  const { data: saved } = useSuspenseQuery(recordViews(appId, entityName))
  const [view, show] = useView(recordsViewOf, (next) => {
    // Without a word the filter of the view would count.
    const isEmptied = next.view !== undefined && next.q === undefined
    return paths.records(workspaceId, appId, entityName, isEmptied ? { ...next, q: NO_FILTER } : next)
  })
  const current = saved.find(({ id }) => id === view.view)
  const { data: schemas } = useSuspenseQuery(queries.schemas(appId))
  const list = useRecordRows(appId, entityName, view)
  const { rows, error } = list
  const [dialog, setDialog] = useState<'create' | 'import' | null>(null)
  const [isFiltering, setFiltering] = useState(error !== null)
  const closeDialog = () => setDialog(null)
  const schema = schemas[entityName] as EntitySchema | undefined
  const listKey = blocksKey(appId, entityName, view)
  const [selected, setSelected] = useSelected(JSON.stringify([view.q, view.past_rules]))
  /** How often the newest were asked for, which leads to the top. */
  const [tops, setTops] = useState(0)
  const at = { app_id: appId, entity_name: entityName }
  const edits = useRecordEdits(at, listKey, view.past_rules)
  const writes = useRowWrites({ at, list: listKey, pastRules: view.past_rules, edits })
  const live = useLiveRecords({
    appId,
    entityName,
    list: listKey,
    onConnect: edits.sendWaiting,
    onDelete: (id) => setSelected((before) => without(before, id)),
  })
  const [restoring, setRestoring] = useState<Restoring | null>(null)
  const { id: meId } = useMe()
  const { data: app } = useSuspenseQuery(queries.app(appId))
  const all = useMemo(() => recordColumns(schema ?? {}, app.hide_authorship), [schema, app.hide_authorship])
  const layoutKey = [meId, appId, entityName, ...(current ? [current.id] : [])].join(' ')
  const columns = useColumnLayout(layoutKey, all, current?.columns ?? NO_LAYOUT)
  if (!schema) return null

  const nameOfRow = (row: EntityRecord) => nameOf(row, all)
  const [last] = edits.undoable
  const undo = () => {
    if (last?.kind === 'deletion') return setRestoring({ ...last, onDone: () => edits.remove(last) })
    if (last?.kind !== 'rows') return edits.undo()
    edits.remove(last)
    writes.write(last.changes, { isUndo: true })
  }
  const isFiltered = view.q !== undefined && view.q !== NO_FILTER
  const newButton = (
    <Button look="primary" icon={Plus} onPress={() => setDialog('create')}>
      {words.newRecord}
    </Button>
  )
  return (
    <>
      <RecordTools
        at={at}
        view={view}
        show={show}
        isLive={live.isLive}
        columns={columns}
        undo={{ last, onUndo: undo }}
        filters={{ isOpen: isFiltering, onToggle: () => setFiltering(!isFiltering) }}
        onImport={() => setDialog('import')}
        newButton={newButton}
      />
      <RecordViews at={at} views={saved} current={current} view={view} columns={columns} show={show} />
      <RecordFilters
        schema={schema}
        view={view}
        show={show}
        isOpen={isFiltering}
        onClose={() => setFiltering(false)}
      />
      <LiveNews
        count={live.created}
        onShow={async () => {
          live.clear()
          setTops(tops + 1)
          await refresh('records')
        }}
      />
      <EditNotices
        schema={schema}
        edits={edits}
        rows={rows.read}
        nameOf={nameOfRow}
        onRestore={(row) =>
          setRestoring({ records: [row], names: [nameOfRow(row)], onDone: () => edits.dropAll(row.id) })
        }
      />
      <WriteNotice writes={writes} nameOf={nameOfRow} />
      {error && (
        <div className="px-5 py-4 sm:px-8">
          <Notice tone="danger" title={explainError(error).title}>
            {reasonsIn(error).map((reason) => (
              <p key={reason}>{reason}</p>
            ))}
          </Notice>
        </div>
      )}
      {!list.isRead && (error || rows.length === 0) ? null : rows.length > 0 ? (
        <RecordList
          schema={schema}
          columns={columns}
          at={at}
          list={list}
          listKey={`${JSON.stringify(listKey)} ${tops}`}
          view={view}
          show={show}
          selection={{ value: selected, onChange: setSelected }}
          edits={edits}
          writes={writes}
          onUndo={undo}
          changed={live.changed}
        />
      ) : isFiltered ? (
        <EmptyState
          icon={SearchX}
          title={words.noSuchRecords}
          action={<Button onPress={() => show({ q: undefined })}>{words.clearFilters}</Button>}
        >
          {words.nothingThatYouMay}
        </EmptyState>
      ) : (
        <EmptyState
          icon={Table2}
          title={fill(words.noEntityNameYet, { entityName })}
          action={
            <>
              {newButton}
              <Button onPress={() => setDialog('import')}>{words.importAFile}</Button>
            </>
          }
        >
          {view.past_rules ? words.recordsThatTheApp : words.recordsThatYouMay}
        </EmptyState>
      )}
      <div className="px-5 py-6 sm:px-8">
        <CodePanel
          calls={[
            { operation: 'records.page', label: words.readRecordsPageBy },
            { operation: 'records.create', label: words.createARecord },
            { operation: 'records.update', label: words.changeARecord },
          ]}
          values={{ app_id: appId, entity_name: entityName }}
        />
      </div>
      {dialog === 'create' && (
        <RecordDialog
          at={at}
          schema={schema}
          pastRules={view.past_rules}
          onClose={closeDialog}
          onCreated={live.ownId}
        />
      )}
      {restoring && (
        <RestoreRecords
          at={at}
          schema={schema}
          records={restoring.records}
          names={restoring.names}
          pastRules={view.past_rules}
          onClose={() => setRestoring(null)}
          onDone={(ids) => {
            for (const id of ids) live.ownId(id)
            restoring.onDone()
          }}
        />
      )}
      {dialog === 'import' && (
        <ImportRecords
          at={at}
          schema={schema}
          pastRules={view.past_rules}
          onClose={closeDialog}
          onImported={(ids) => {
            for (const id of ids) live.ownId(id)
            live.clear()
          }}
        />
      )}
    </>
  )
}

/** What is selected in one filter is not selected in another, where it may not be in sight. */
function useSelected(filter: string) {
  const [kept, setKept] = useState<{ filter: string; rows: Chosen }>({ filter, rows: NONE })
  const of = (before: typeof kept) => (before.filter === filter ? before.rows : NONE)
  const set = (next: Chosen | ((before: Chosen) => Chosen)) =>
    setKept((before) => ({ filter, rows: typeof next === 'function' ? next(of(before)) : next }))
  return [of(kept), set] as const
}

const NONE: Chosen = new Map()

function without(chosen: Chosen, id: string): Chosen {
  return chosen.has(id) ? new Map([...chosen].filter(([one]) => one !== id)) : chosen
}

const NO_LAYOUT: ColumnLayout = []

interface Restoring {
  records: readonly EntityRecord[]
  names: readonly string[]
  onDone: () => void
}

/** A refused filter or sort says what is wrong with it; everything else is explained as everywhere. */
function reasonsIn(error: Error): string[] {
  const rows = error instanceof ApiError ? error.fields : []
  return rows.length > 0 ? rows.map(({ msg }) => msg) : [explainError(error).message]
}
