import { type ListedFinding, placeOf } from '@atrium/sdk'
import { columnsOf } from '../../table/data-table-features.ts'
import { Badge } from '../../ui/Badge.tsx'

import { GROUP_WORDS, SEVERITY_WORDS } from './scan-words.ts'
import { words } from './words.ts'

const column = columnsOf<ListedFinding>()

export const FINDING_COLUMNS = column.columns([
  column.display({
    id: 'severity',
    header: words.severity,
    meta: { className: 'w-24 align-top' },
    cell: ({ row: { original } }) => {
      const { label, tone } = SEVERITY_WORDS[original.finding.severity]
      return <Badge tone={tone}>{label}</Badge>
    },
  }),
  column.display({
    id: 'title',
    header: words.finding,
    meta: { isRowHeader: true, className: 'w-full max-w-0 whitespace-normal' },
    cell: ({ row: { original } }) => (
      <>
        <p className={original.isIgnored ? 'break-words text-ink-3' : 'font-medium break-words'}>
          {original.finding.title} {original.isIgnored && <Badge>{words.ignored}</Badge>}
        </p>
        <p className="truncate font-mono text-xs text-ink-3" title={placeOf(original)}>
          {placeOf(original)}
        </p>
      </>
    ),
  }),
  column.display({
    id: 'group',
    header: words.group,
    meta: { className: 'hidden w-40 align-top text-sm text-ink-2 @2xl:table-cell' },
    cell: ({ row: { original } }) => GROUP_WORDS[original.group].label,
  }),
])
