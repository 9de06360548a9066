// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cleanAfterEach, renderConsole } from '../../../test/render-console.tsx'
import { EditNotices } from './EditNotices.tsx'
import type { HeldEdit } from './edit-queue.ts'
import type { RecordEdits } from './use-record-edits.ts'

cleanAfterEach()

const shown = { id: 'rec_shown', title: 'Shown' }
const hidden = { id: 'rec_hidden', title: 'Hidden' }
const STATES = ['waiting', 'refused', 'changed', 'gone', 'moved', 'saving'] as const

function noticesFor(row: { id: string; title: string }): string[] {
  const held = STATES.map(
    (at) =>
      ({
        edit: { row, field: `${at}_field`, value: 'x', text: 'x', isUndo: false },
        at,
        ...(at === 'refused' && { message: 'It is not allowed.' }),
        ...(at === 'changed' && { theirs: row }),
      }) as unknown as HeldEdit,
  )
  const edits = { held: new Map(held.map((one) => [one.edit.field, one])) } as unknown as RecordEdits
  renderConsole({
    '/records': (
      <EditNotices
        schema={{ properties: {} } as never}
        edits={edits}
        rows={[shown] as never}
        nameOf={({ id }) => id}
        onRestore={() => {}}
      />
    ),
  })
  return screen.queryAllByRole('alert').map(({ textContent }) => textContent ?? '')
}

test('an edit that failed is told above the grid where its row is not shown', () => {
  expect(noticesFor(hidden)).toHaveLength(STATES.length - 1)
})

test('an edit of a row that is shown is told above the grid only where it needs a choice', () => {
  expect(noticesFor(shown)).toHaveLength(3)
})
