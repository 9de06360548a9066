import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight, X } from 'lucide-react'
import { Heading } from 'react-aria-components'
import { type EntitySchema, valueAt } from '../../../entity-schema.ts'
import { explainError } from '../../../explain-error.ts'
import { fill, fillWith } from '../../../language/fill.ts'
import type { RecordsView } from '../../../paths.ts'
import { type RecordChange, recordHistory } from '../../../record-history-queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Drawer } from '../../../ui/Drawer.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Time } from '../../../ui/Time.tsx'
import { CellValue } from '../values/CellValue.tsx'
import { words } from './words.ts'

interface RecordHistoryProps {
  at: { app_id: string; entity_name: string }
  schema: EntitySchema
  record: { id: string }
  name: string
  pastRules: RecordsView['past_rules']
  onClose: () => void
}

/** Who changed a record, when, and each field from what to what. */
export function RecordHistory({ at, schema, record, name, pastRules, onClose }: RecordHistoryProps) {
  const history = useInfiniteQuery(recordHistory(at, record.id, pastRules))
  const items = history.data?.pages.flatMap((page) => page.items)
  return (
    <Drawer label={fill(words.historyOfName, { name })} side="right" onClose={onClose}>
      <div className="space-y-5 px-5 py-4">
        <header className="flex items-center justify-between gap-4">
          <Heading slot="title" className="min-w-0 truncate text-lg font-semibold tracking-tight">
            {fillWith(words.historyOfName, { name })}
          </Heading>
          <IconButton icon={X} label={words.close} onPress={onClose} className="-me-2" />
        </header>
        {history.error && (
          <Notice tone="danger" title={explainError(history.error).title}>
            <p>{explainError(history.error).message}</p>
          </Notice>
        )}
        {history.isPending && <p className="text-sm text-ink-3">{words.readingTheHistory}</p>}
        {items && (
          <ol aria-label={words.changes} className="space-y-5">
            {items.map((change) => (
              <Change key={change.id} change={change} schema={schema} />
            ))}
          </ol>
        )}
        {history.hasNextPage && (
          <Button isPending={history.isFetchingNextPage} onPress={() => void history.fetchNextPage()}>
            {words.showOlderChanges}
          </Button>
        )}
        <p className="text-sm text-ink-3">{words.changesThatMembersMake}</p>
      </div>
    </Drawer>
  )
}

const DONE = { created: words.createdIt, updated: words.changedIt, deleted: words.deletedIt }

function Change({ change, schema }: { change: RecordChange; schema: EntitySchema }) {
  return (
    <li className="space-y-2 border-s-2 border-line ps-3">
      <p className="text-sm">
        <span className="font-medium break-all">{change.changed_by ?? words.somebody}</span>{' '}
        <span className="text-ink-2">{DONE[change.kind]}</span>{' '}
        <span className="text-ink-3">
          <Time at={change.changed_date} />
        </span>
      </p>
      {change.changes.map(({ field, from, to, left_out }) => (
        <dl key={field} className="text-sm">
          <dt className="text-ink-2">{field}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2 break-words">
            <Side name={field} schema={schema} value={from} isLeftOut={left_out.includes('from')} />
            <ArrowRight aria-label={words.to} className="size-3.5 shrink-0 self-center text-ink-3" />
            <Side name={field} schema={schema} value={to} isLeftOut={left_out.includes('to')} />
          </dd>
        </dl>
      ))}
    </li>
  )
}

interface SideProps {
  name: string
  schema: EntitySchema
  value: unknown
  isLeftOut: boolean
}

function Side({ name, schema, value, isLeftOut }: SideProps) {
  if (isLeftOut) return <span className="text-ink-3 italic">{words.tooLongToKeep}</span>
  return (
    <span className="min-w-0 break-words">
      <CellValue name={name} property={valueAt(schema.properties, name) ?? {}} value={value} />
    </span>
  )
}
