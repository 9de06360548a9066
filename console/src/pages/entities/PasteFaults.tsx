import { FormDialog } from '../../form/FormDialog.tsx'
import type { EntityRecord } from '../../queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { countCells, type PastePlan } from './row-changes.ts'
import { countOf } from './use-row-writes.ts'

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
      title={`${countOf(faults.length, 'cell')} cannot be written`}
      submitLabel={`Write the other ${countOf(left, 'cell')}`}
      disabledReason={left === 0 ? 'Nothing else would change.' : undefined}
      width="lg"
      onClose={onClose}
      onSubmit={() => {
        onPaste()
        onClose()
      }}
    >
      <Notice tone="caution">Nothing was written yet.</Notice>
      <table aria-label="Cells that cannot be written" className="w-full table-fixed text-left text-sm">
        <thead className="text-xs text-ink-3">
          <tr>
            <th className="py-1 pr-3 font-medium">Record</th>
            <th className="py-1 pr-3 font-medium">Field</th>
            <th className="py-1 pr-3 font-medium">Text</th>
            <th className="w-2/5 py-1 font-medium">Why not</th>
          </tr>
        </thead>
        <tbody>
          {faults.slice(0, MOST_NAMED).map(({ row, field, text, reason }) => (
            <tr key={`${row.id} ${field}`} className="border-t border-line align-top">
              <td className="truncate py-1 pr-3">{nameOf(row)}</td>
              <td className="truncate py-1 pr-3">{field}</td>
              <td className="truncate py-1 pr-3" title={text}>
                {text || 'Empty'}
              </td>
              <td className="py-1 break-words">{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {faults.length > MOST_NAMED && (
        <p className="text-sm text-ink-2">and {countOf(faults.length - MOST_NAMED, 'other cell')}</p>
      )}
    </FormDialog>
  )
}
