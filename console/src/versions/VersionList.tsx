/** The versions of a thing, newest first: what each was, what is different today, and the way back. */
import { type ReactNode, useMemo } from 'react'
import { PatchView } from '../diff/PatchView.tsx'
import { fill } from '../language/fill.ts'
import { DataTable } from '../table/DataTable.tsx'
import { columnsOf } from '../table/data-table-features.ts'
import { Pager } from '../table/Pager.tsx'
import { useCursorPages } from '../table/use-cursor-pages.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { lineDifference } from '../ui/line-difference.ts'
import { Time } from '../ui/Time.tsx'
import { words } from './words.ts'

interface Version {
  version: number
  created_by: string | null
  created_date: string
}

interface VersionListProps<Row extends Version> {
  page: { items: readonly Row[]; next_cursor: string | null }
  /** The version that counts now; null when that is none of them. */
  current: number | null
  /** What it was called then, where a thing has a name. */
  nameOf?: (version: Row) => string
  detail: (version: Row) => ReactNode
  /** Null for those who may only look. */
  onRestore: ((version: Row) => void) | null
}

export function VersionList<Row extends Version>(props: VersionListProps<Row>) {
  const { page, current, nameOf, detail, onRestore } = props
  const pages = useCursorPages(page.next_cursor)
  const columns = useMemo(() => versionColumns(current, nameOf, onRestore), [current, nameOf, onRestore])
  const { length } = page.items
  return (
    <>
      <DataTable
        label={words.versions}
        columns={columns}
        rows={page.items}
        rowId={({ version }) => String(version)}
        rowName={({ version }) => fill(words.versionVersion, { version })}
        detail={detail}
      />
      <Pager {...pages} count={length} noun={length === 1 ? 'version' : 'versions'} />
    </>
  )
}

/** A text as it was then, line by line; what is different today is marked. */
export function VersionDifference({ then, now }: { then: string; now: string }) {
  const lines = lineDifference(then, now)
  const isSame = lines.every(({ kind }) => kind === 'same')
  return (
    <div className="space-y-2">
      <p className="text-sm text-ink-3">{isSame ? words.asItIsToday : words.removedAndAddedWhat}</p>
      <div className="max-h-96 overflow-y-auto rounded-md border border-line">
        <PatchView
          label={words.whatIsDifferentToday}
          lines={lines.map((line) => ({ ...line, before: null, after: null }))}
        />
      </div>
    </div>
  )
}

function versionColumns<Row extends Version>(
  current: number | null,
  nameOf: VersionListProps<Row>['nameOf'],
  onRestore: VersionListProps<Row>['onRestore'],
) {
  const column = columnsOf<Row>()
  return [
    column.display({
      id: 'version',
      header: words.version,
      meta: { isRowHeader: true },
      cell: ({ row: { original } }) => (
        <span className="flex items-center gap-2 font-medium">
          {original.version}
          {original.version === current && <Badge tone="accent">{words.current}</Badge>}
        </span>
      ),
    }),
    ...(nameOf
      ? [
          column.display({
            id: 'name',
            header: words.name,
            meta: { className: 'hidden @xl:table-cell' },
            cell: ({ row: { original } }) => nameOf(original),
          }),
        ]
      : []),
    column.display({
      id: 'created_by',
      header: words.by,
      meta: { className: 'hidden text-sm text-ink-2 @xl:table-cell' },
      cell: ({ row: { original } }) => original.created_by ?? '–',
    }),
    column.display({
      id: 'created_date',
      header: words.saved,
      meta: { className: 'text-sm text-ink-2' },
      cell: ({ row: { original } }) => <Time at={original.created_date} />,
    }),
    ...(onRestore
      ? [
          column.display({
            id: 'actions',
            header: words.actions,
            meta: { isHeaderHidden: true, className: 'text-end' },
            cell: ({ row: { original } }) =>
              original.version === current ? null : (
                <Button
                  size="sm"
                  aria-label={fill(words.restoreVersionVersion, { version: original.version })}
                  onPress={() => onRestore(original)}
                >
                  {words.restore}
                </Button>
              ),
          }),
        ]
      : []),
  ]
}
