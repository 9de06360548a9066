// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import {
  cleanAfterEach,
  expectReason,
  heldRequest,
  refused,
  renderConsole,
  toasts,
} from '../test/render-console.tsx'
import { Button } from '../ui/Button.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'

cleanAfterEach()

function Remover({ run, typeToConfirm }: { run: () => Promise<unknown>; typeToConfirm?: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>Delete app</Button>
      {isOpen && (
        <DeleteDialog
          name="Ledger"
          confirmLabel="Delete for good"
          run={run}
          touches={[]}
          onClose={() => setOpen(false)}
          {...(typeToConfirm ? { typeToConfirm } : {})}
        >
          <p>Its records go with it.</p>
        </DeleteDialog>
      )}
    </>
  )
}

async function ask(typeToConfirm?: string) {
  const request = heldRequest()
  const { user } = renderConsole({
    '/': <Remover run={request.run} {...(typeToConfirm ? { typeToConfirm } : {})} />,
  })
  await user.click(await screen.findByRole('button', { name: 'Delete app' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Ledger?' })
  const confirm = () => within(dialog).getByRole('button', { name: 'Delete for good' })
  return { user, request, dialog, confirm }
}

const isClosed = () => waitFor(() => expect(screen.queryByText('Its records go with it.')).toBeNull())

describe('a question before an act', () => {
  test('sends once, however often it is confirmed', async () => {
    const { request, confirm } = await ask()
    act(() => {
      fireEvent.click(confirm())
      fireEvent.click(confirm())
    })
    fireEvent.click(confirm())
    await waitFor(() => expect(request.sent).toHaveLength(1))
    await act(async () => {
      request.succeed()
      fireEvent.click(confirm())
    })
    await isClosed()
    expect(request.sent).toHaveLength(1)
    expect(toasts().map((toast) => toast.textContent)).toEqual(['Ledger deleted'])
  })

  test('closes when it is refused, and the refusal shows in a notification', async () => {
    const { user, request, confirm } = await ask()
    await user.click(confirm())
    await act(async () => request.fail(refused(409, 'refused_by_test')))
    await isClosed()
    const toast = await screen.findByRole('alertdialog', { name: 'The test refuses refused_by_test.' })
    expect(toast.textContent).toContain('Request req_test')
  })

  test('shows the refusal although it was closed before the answer', async () => {
    const { user, request, dialog, confirm } = await ask()
    await user.click(confirm())
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await isClosed()
    await act(async () => request.fail(refused(409, 'refused_by_test')))
    await screen.findByRole('alertdialog', { name: 'The test refuses refused_by_test.' })
  })

  test('sends nothing when it is cancelled, and gives the focus back', async () => {
    const { user, request } = await ask()
    await user.keyboard('{Escape}')
    await isClosed()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Delete app'))
    expect(request.sent).toEqual([])
  })

  test('that takes a lot with it waits until the name is typed', async () => {
    const { user, request, dialog, confirm } = await ask('Ledger')
    await expectReason(user, confirm, 'Type the name first.')
    await user.click(confirm())
    expect(request.sent).toEqual([])
    await user.type(within(dialog).getByLabelText('Type “Ledger” to confirm'), ' Ledger ')
    await user.click(confirm())
    expect(request.sent).toHaveLength(1)
  })
})
