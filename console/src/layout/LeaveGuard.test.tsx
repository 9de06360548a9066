// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { describe, expect, test } from 'vitest'
import { FormDialog } from '../form/FormDialog.tsx'
import { useUnsavedWork } from '../form/unsaved-work.ts'
import { cleanAfterEach, renderConsole } from '../test/render-console.tsx'
import { TextField } from '../ui/TextField.tsx'
import { AGREED, leaveBy } from './leaving.ts'

cleanAfterEach()

/** A draft that survives the pages of its own thing. */
function Page({ staysAt, children }: { staysAt?: (pathname: string) => boolean; children?: ReactNode }) {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  useUnsavedWork(() => text !== '', staysAt)
  return (
    <>
      <label>
        Name
        <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <Link to="/things">Things</Link>
      <Link to="/form/part">Part</Link>
      <Link to="/form?shown=all">Show all</Link>
      <button type="button" onClick={() => leaveBy(() => void navigate('/signed-out', AGREED))}>
        Sign out
      </button>
      {children}
    </>
  )
}

async function show(page: ReactNode) {
  const rendered = renderConsole(
    {
      '/things': (
        <>
          <h1>Things</h1>
          <Link to="/form">Form</Link>
        </>
      ),
      '/form': page,
      '/form/part': <h1>Part</h1>,
      '/signed-out': <h1>Signed out</h1>,
    },
    '/things',
  )
  await rendered.user.click(await screen.findByRole('link', { name: 'Form' }))
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  const press = (label: string) => rendered.user.click(screen.getByText(label))
  return { ...rendered, name, press }
}

const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' })
const answer = async (label: string) => within(await question()).getByRole('button', { name: label })
const noQuestion = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
const isShown = (title: string) => screen.findByRole('heading', { name: title })

/** Whether the browser would ask before the tab is closed. */
function asksBeforeUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

describe('a page with typed text', () => {
  test.each([
    ['a link', 'Things', async ({ press }: Shown) => press('Things')],
    ['the back button', 'Things', async () => act(async () => window.history.back())],
    ['signing out', 'Signed out', async ({ press }: Shown) => press('Sign out')],
  ])('asks before %s leads away from it', async (_, title, leave) => {
    const shown = await show(<Page />)
    const { user, name } = shown
    await user.type(name, 'Ledger')
    await leave(shown)
    await user.click(await answer('Stay'))
    await noQuestion()
    expect(name.value).toBe('Ledger')
    expect(window.location.pathname).toBe('/form')
    await leave(shown)
    await user.click(await answer('Leave'))
    await isShown(title)
    await noQuestion()
  })

  test('asks before the tab is closed', async () => {
    const { user, name } = await show(<Page />)
    expect(asksBeforeUnload()).toBe(false)
    await user.type(name, 'Ledger')
    expect(asksBeforeUnload()).toBe(true)
    await user.clear(name)
    expect(asksBeforeUnload()).toBe(false)
  })

  test('changes its own query without a question', async () => {
    const { user, name, press } = await show(<Page />)
    await user.type(name, 'Ledger')
    await press('Show all')
    await waitFor(() => expect(window.location.search).toBe('?shown=all'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(name.value).toBe('Ledger')
  })

  test('asks with a second form on it too, and no longer once both are gone', async () => {
    const { user, name } = await show(
      <Page>
        <FormDialog title="New app" submitLabel="Create" onClose={() => {}} onSubmit={() => {}}>
          <TextField label="Title" name="title" />
        </FormDialog>
      </Page>,
    )
    expect(name.value).toBe('')
    await user.type(await screen.findByLabelText('Title'), 'x')
    // Everything else is out of reach below the dialog.
    await act(async () => window.history.back())
    await user.click(await answer('Leave'))
    await isShown('Things')
    expect(asksBeforeUnload()).toBe(false)
  })
})

describe('a page where nothing is typed', () => {
  test.each([
    ['Things', 'Things'],
    ['Sign out', 'Signed out'],
  ])('is left by “%s” without a question', async (label, title) => {
    const { press } = await show(<Page />)
    await press(label)
    await isShown(title)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('a draft that survives on other pages', () => {
  const staysAt = (pathname: string) => pathname.startsWith('/form/')

  test('is asked about only where it would be lost', async () => {
    const { user, name, press } = await show(<Page staysAt={staysAt} />)
    await user.type(name, 'Ledger')
    await press('Things')
    await user.click(await answer('Stay'))
    await noQuestion()
    await press('Part')
    await isShown('Part')
  })

  test('is asked about before the tab is closed', async () => {
    const { user, name } = await show(<Page staysAt={staysAt} />)
    await user.type(name, 'Ledger')
    expect(asksBeforeUnload()).toBe(true)
  })
})

type Shown = Awaited<ReturnType<typeof show>>
