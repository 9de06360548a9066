import { FormDialog } from '../../../form/FormDialog.tsx'
import { fill, fillWith } from '../../../language/fill.ts'
import type { EntityRecord } from '../../../queries.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { countCells, type PastePlan } from '../edits/row-changes.ts'
import { countOf } from '../edits/use-row-writes.ts'
import { words } from './words.ts'

interface PasteFaultsProps {
  plan: PastePlan
  nameOf: (row: EntityRecord) => string
  onPaste: () => void
  onClose: () => void
}

const MOST_NAMED = 20

/** What of pasted or emptied cells cannot be taken, before anything is written. */
export function PasteFaults({ plan: { changes, faults }, nameOf, onPaste, onClose }: PasteFaultsProps) {
  const left = countCells(changes)
  return (
    <FormDialog
      title={fill(words.countCannotBeWritten, { count: countOf(faults.length, 'cell') })}
      submitLabel={fill(words.writeTheOtherLeft, { left: countOf(left, 'cell') })}
      disabledReason={left === 0 ? words.nothingElseWouldChange : undefined}
      width="lg"
      onClose={onClose}
      onSubmit={() => {
        onPaste()
        onClose()
      }}
    >
      <Notice tone="caution">{words.nothingWasWrittenYet}</Notice>
      <table aria-label={words.cellsThatCannotBe} className="w-full table-fixed text-start text-sm">
        <thead className="text-xs text-ink-3">
          <tr>
            <th className="py-1 pe-3 font-medium">{words.record}</th>
            <th className="py-1 pe-3 font-medium">{words.field}</th>
            <th className="py-1 pe-3 font-medium">{words.text}</th>
            <th className="w-2/5 py-1 font-medium">{words.whyNot}</th>
          </tr>
        </thead>
        <tbody>
          {faults.slice(0, MOST_NAMED).map(({ row, field, text, reason }) => (
            <tr key={`${row.id} ${field}`} className="border-t border-line align-top">
              <td className="truncate py-1 pe-3">{nameOf(row)}</td>
              <td className="truncate py-1 pe-3">{field}</td>
              <td className="truncate py-1 pe-3" title={text}>
                {text || words.empty}
              </td>
              <td className="py-1 break-words">{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {faults.length > MOST_NAMED && (
        <p className="text-sm text-ink-2">
          {fillWith(words.andCount, { count: countOf(faults.length - MOST_NAMED, words.otherCell) })}
        </p>
      )}
    </FormDialog>
  )
}
