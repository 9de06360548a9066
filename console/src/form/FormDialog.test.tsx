// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { useNavigate } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { useAct } from '../act.ts'
import {
  cleanAfterEach,
  expectReason,
  heldRequest,
  refused,
  renderConsole,
  toasts,
} from '../test/render-console.tsx'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'
import { FormDialog } from './FormDialog.tsx'
import { textOf } from './form-values.ts'

cleanAfterEach()

type Request = ReturnType<typeof heldRequest<string>>
type Options = Partial<ComponentProps<typeof FormDialog>> & { leadsTo?: string }

function Creator(props: { request: Request; options: Options }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>New app</Button>
      {isOpen && <NewApp {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function NewApp({ request, options, onClose }: { request: Request; options: Options; onClose: () => void }) {
  const { leadsTo, ...props } = options
  const navigate = useNavigate()
  const done = () => (leadsTo ? void navigate(leadsTo) : onClose())
  const create = useAct({ run: request.run, touches: [], failure: 'inline', done: () => 'Created' })
  return (
    <FormDialog
      title="New app"
      submitLabel="Create"
      act={create}
      onClose={onClose}
      onSubmit={(values) => create.mutate(textOf(values, 'name'), { onSuccess: done })}
      {...props}
    >
      <TextField label="Name" name="name" autoFocus />
      <TextField label="Note" name="note" defaultValue="as it was" />
    </FormDialog>
  )
}

async function openForm(options: Options = {}) {
  const request = heldRequest<string>()
  const { user } = renderConsole({
    '/': <Creator request={request} options={options} />,
    '/made': <h1>Ledger</h1>,
  })
  await user.click(await screen.findByRole('button', { name: 'New app' }))
  const form = await screen.findByRole('dialog', { name: 'New app' })
  const button = (name: string) => within(form).getByRole('button', { name })
  const name = () => within(form).getByLabelText<HTMLInputElement>('Name')
  const fail = (error: unknown) => act(async () => request.fail(error))
  const succeed = () => act(async () => request.succeed())
  return { user, request, form, button, name, fail, succeed }
}

const question = () => screen.findByRole('alertdialog', { name: 'Discard what you typed?' })
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('a refused form', () => {
  test('shows the text of the refusal with its request id, and stays as it was typed', async () => {
    const { user, name, fail, form, button } = await openForm()
    await user.type(name(), 'Ledger')
    await user.click(button('Create'))
    await fail(refused(409, 'refused_by_test'))
    const alert = await within(form).findByRole('alert')
    expect(alert.textContent).toContain('The test refuses refused_by_test.')
    expect(alert.textContent).toContain('Request req_test')
    expect(name().value).toBe('Ledger')
    expect(toasts()).toEqual([])
  })

  test('shows the refusal of a single field at the field', async () => {
    const { user, name, fail, button } = await openForm()
    await user.type(name(), 'Ledger')
    await user.click(button('Create'))
    const detail = [{ loc: ['body', 'name'], msg: 'Is taken.', type: 'value_error' }]
    await fail(refused(422, 'validation_error', { detail }))
    await waitFor(() => expect(name().validity.valid).toBe(false))
    const described = name().getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('Is taken.')
    expect(name().value).toBe('Ledger')
  })

  test('shows faults that the page knows better at their fields', async () => {
    const { name } = await openForm({ faults: { name: 'Two apps have it.' } })
    await waitFor(() => expect(name().validity.valid).toBe(false))
  })

  test('can be sent again', async () => {
    const { user, name, fail, succeed, button, request } = await openForm()
    await user.type(name(), 'Ledger{Enter}')
    await fail(refused(409, 'refused_by_test'))
    await user.type(name(), ' 2')
    await user.click(button('Create'))
    expect(request.sent).toEqual(['Ledger', 'Ledger 2'])
    await succeed()
    await isClosed()
  })

  test('shows its refusal in a notification if it was closed before the answer', async () => {
    const { user, name, fail, button } = await openForm()
    await user.type(name(), 'Ledger{Enter}')
    await user.click(button('Cancel'))
    const asked = await question()
    expect(asked.textContent).toContain('It is on its way.')
    await user.click(within(asked).getByRole('button', { name: 'Discard' }))
    await isClosed()
    await fail(refused(409, 'refused_by_test'))
    await screen.findByRole('alertdialog', { name: 'The test refuses refused_by_test.' })
  })
})

describe('a form that is sent', () => {
  test('is sent once, however often its button and Enter are pressed', async () => {
    const { user, name, button, request, form } = await openForm()
    await user.type(name(), 'Ledger')
    const node = form.querySelector('form')
    if (!node) throw new Error('the dialog has no form')
    const press = () => {
      fireEvent.submit(node)
      fireEvent.click(button('Create'))
    }
    // Before the page can be drawn again, while it is on its way, and between the answer and the end of the dialog.
    act(() => {
      press()
      press()
    })
    await user.keyboard('{Enter}')
    act(press)
    await act(async () => {
      request.succeed()
      press()
    })
    press()
    await isClosed()
    expect(request.sent).toEqual(['Ledger'])
    expect(toasts().map((toast) => toast.textContent)).toEqual(['Created'])
  })

  test('shows that it is on its way', async () => {
    const { user, name, button, succeed } = await openForm()
    await user.type(name(), 'Ledger')
    await user.click(button('Create'))
    expect(button('Create').getAttribute('aria-disabled')).toBe('true')
    await succeed()
    await isClosed()
  })

  test('closes without a question, and gives the focus back to the button that opened it', async () => {
    const { user, name, succeed } = await openForm()
    await user.type(name(), 'Ledger{Enter}')
    await succeed()
    await isClosed()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('New app'))
    expect(screen.queryByText('Discard what you typed?')).toBeNull()
  })

  test('leads to what it made without a question', async () => {
    const { user, name, succeed } = await openForm({ leadsTo: '/made' })
    await user.type(name(), 'Ledger{Enter}')
    await succeed()
    await screen.findByRole('heading', { name: 'Ledger' })
    expect(screen.queryByText('Leave without saving?')).toBeNull()
  })

  test('may be sent again if it found a fault of its own and sent nothing', async () => {
    const onSubmit = vi.fn()
    const { user, name } = await openForm({ onSubmit })
    await user.type(name(), 'Ledger{Enter}')
    await user.type(name(), '{Enter}')
    expect(onSubmit).toHaveBeenCalledTimes(2)
  })

  test('cannot be sent for as long as there is a reason against it', async () => {
    const disabledReason = 'The parts do not match.'
    const { user, name, button, request, form } = await openForm({ disabledReason })
    await user.type(name(), 'Ledger')
    // As Enter does in a form with a single field.
    fireEvent.submit(form.querySelector('form') ?? form)
    await user.click(button('Create'))
    expect(request.sent).toEqual([])
    expect(button('Create').getAttribute('aria-disabled')).toBe('true')
    await expectReason(user, () => button('Create'), disabledReason)
  })
})

describe('an open form', () => {
  test('takes the focus into its first field', async () => {
    const { name } = await openForm()
    expect(document.activeElement).toBe(name())
  })

  test('closes at once while nothing is typed, and gives the focus back', async () => {
    const { user } = await openForm()
    await user.keyboard('{Escape}')
    await isClosed()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('New app'))
  })

  test.each([
    ['Escape', async ({ user }: Opened) => user.keyboard('{Escape}')],
    ['Cancel', async ({ user, button }: Opened) => user.click(button('Cancel'))],
    ['Close', async ({ user, button }: Opened) => user.click(button('Close'))],
    ['a click next to it', async ({ user }: Opened) => user.click(document.body)],
  ])('with typed text asks before it is closed by %s', async (_, close) => {
    const opened = await openForm()
    const { user, name } = opened
    await user.type(name(), 'Ledger')
    await close(opened)
    await user.click(within(await question()).getByRole('button', { name: 'Go on typing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(name().value).toBe('Ledger')
    await close(opened)
    await user.click(within(await question()).getByRole('button', { name: 'Discard' }))
    await isClosed()
  })

  test('closes at once when the text is what it was before', async () => {
    const { user, name } = await openForm()
    await user.type(name(), 'x{Backspace}')
    await user.keyboard('{Escape}')
    await isClosed()
  })

  test('asks if something was chosen that is no text', async () => {
    const { user } = await openForm({ isChanged: () => true })
    await user.keyboard('{Escape}')
    await question()
  })
})

type Opened = Awaited<ReturnType<typeof openForm>>
