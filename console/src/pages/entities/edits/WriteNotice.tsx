import { TriangleAlert } from 'lucide-react'
import { fill, fillWith } from '../../../language/fill.ts'
import type { EntityRecord } from '../../../queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { Meter } from '../../../ui/Meter.tsx'
import { countOf, type RowWrites } from './use-row-writes.ts'
import { words } from './words.ts'

interface WriteNoticeProps {
  writes: RowWrites
  nameOf: (row: EntityRecord) => string
}

const MOST_NAMED = 10

/** How far a change of many records is, and afterwards which of them were left as they are, and why. */
export function WriteNotice({ writes: { job, stop, dismiss }, nameOf }: WriteNoticeProps) {
  if (!job) return null
  const { total, done, saved, refused, unsent, isRunning } = job
  if (isRunning) {
    const written = fill(words.doneOfTotalWritten, {
      done: done.toLocaleString('en'),
      total: countOf(total, 'record'),
    })
    return (
      <div className="mx-5 mb-3 flex flex-wrap items-center gap-3 rounded-md bg-accent-soft/60 px-3 py-1.5 text-sm sm:mx-8">
        <span className="min-w-48 flex-1">
          <Meter
            label={words.written}
            value={done}
            max={total}
            tone="good"
            valueLabel={written}
            size="full"
          />
        </span>
        <span className="text-ink-2 tabular-nums">{written}</span>
        <Button size="sm" look="quiet" onPress={stop}>
          {words.stop}
        </Button>
      </div>
    )
  }
  return (
    <section
      role="alert"
      aria-label={words.recordsThatWereNot}
      className="mx-5 mb-3 flex gap-2.5 rounded-md bg-caution-soft px-3 py-2.5 text-sm text-caution sm:mx-8"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {fill(refused.length + unsent === 1 ? words.savedChangedOneLeft : words.savedChangedSomeLeft, {
            saved: countOf(saved, 'record'),
            left: countOf(refused.length + unsent, 'record'),
          })}
        </p>
        <ul className="mt-1.5 space-y-0.5 text-ink">
          {refused.slice(0, MOST_NAMED).map(({ change, reason }) => (
            <li key={change.row.id} className="break-words">
              <span className="font-medium">{nameOf(change.row)}</span>: {reason}
            </li>
          ))}
          {refused.length > MOST_NAMED && (
            <li>{fillWith(words.andCount, { count: countOf(refused.length - MOST_NAMED, 'other') })}</li>
          )}
          {unsent > 0 && <li>{fillWith(words.unsentNotWrittenAs, { unsent: countOf(unsent, 'record') })}</li>}
        </ul>
        <Button size="sm" look="quiet" onPress={dismiss} className="mt-2">
          {words.dismiss}
        </Button>
      </div>
    </section>
  )
}
