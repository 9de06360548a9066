// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { dayOf } from '../days.ts'
import { withQuery } from '../paths.ts'
import { cleanAfterEach, renderConsole } from '../test/render-console.tsx'
import { Button } from '../ui/Button.tsx'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import { DayFilter } from './DayFilter.tsx'
import { columnsOf } from './data-table-features.ts'
import { FilterChips } from './FilterChips.tsx'
import { FilteredTable } from './FilteredTable.tsx'
import { FilterField } from './FilterField.tsx'
import { MultiFilter } from './MultiFilter.tsx'
import { NamedTable } from './NamedTable.tsx'
import { useView } from './use-view.ts'

cleanAfterEach()

const STATES = [
  { id: 'open', label: 'Open' },
  { id: 'closed', label: 'Closed' },
] as const
const ROLES = [
  { id: 'owner', label: 'Owner' },
  { id: 'editor', label: 'Editor' },
  { id: 'viewer', label: 'Viewer' },
]

interface View {
  search?: string | undefined
  state?: 'open' | 'closed' | undefined
  roles?: string | undefined
  from?: string | undefined
  cursor?: string | undefined
}

const viewOf = (search: URLSearchParams): View => ({
  search: search.get('search') ?? undefined,
  state: STATES.find(({ id }) => id === search.get('state'))?.id,
  roles: search.get('roles') ?? undefined,
  from: dayOf(search.get('from')),
  cursor: search.get('cursor') ?? undefined,
})

const column = columnsOf<{ id: string }>()
const COLUMNS = column.columns([column.accessor('id', { header: 'Name', meta: { isRowHeader: true } })])

/** A list with a filter of every kind; nothing matches the text “nothing”. */
function List() {
  const [view, show] = useView(viewOf, (next) => withQuery('/list', next))
  const items = view.search === 'nothing' ? [] : [{ id: view.cursor ?? 'first' }]
  const next_cursor = { '': 'second', second: 'third', third: null }[view.cursor ?? ''] ?? null
  const clear = () => show({ search: undefined, state: undefined, roles: undefined, from: undefined })
  return (
    <>
      <p data-testid="view">{JSON.stringify(view)}</p>
      <FilterField
        label="Search"
        placeholder="Name"
        value={view.search ?? ''}
        onChange={(search) => show({ search: search || undefined }, { replace: true })}
      />
      <ChoiceFilter
        label="State"
        every="Any state"
        options={STATES}
        value={view.state}
        onChange={(state) => show({ state })}
      />
      <MultiFilter
        label="Role"
        placeholder="Any role"
        options={ROLES}
        value={view.roles ?? ''}
        onChange={(roles) => show({ roles: roles || undefined })}
      />
      <DayFilter label="From" value={view.from} onChange={(from) => show({ from })} />
      <Button
        onPress={() => {
          show({ state: 'closed' })
          show({ from: '2026-01-02' })
        }}
      >
        Both
      </Button>
      <FilterChips
        chips={
          view.state ? [{ id: 'state', label: view.state, onRemove: () => show({ state: undefined }) }] : []
        }
        onClear={clear}
      />
      <FilteredTable
        label="Things"
        columns={COLUMNS}
        rowName={({ id }) => id}
        page={{ items, next_cursor }}
        nouns={['thing', 'things']}
        onClear={clear}
      >
        Nothing matches.
      </FilteredTable>
    </>
  )
}

async function open(query = '') {
  // The address changes once the page has its data.
  const load = () => new Promise<null>((resolve) => setTimeout(resolve, 20, null))
  const rendered = renderConsole({ '/list': <List /> }, `/list${query}`, load)
  await screen.findByTestId('view')
  return { ...rendered, search: screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }) }
}

const shown = () => JSON.parse(screen.getByTestId('view').textContent ?? '')
const expectAddress = (query: string) => waitFor(() => expect(window.location.search).toBe(query))
const back = () => act(async () => window.history.back())

describe('the view of a list', () => {
  test('is what the address says', async () => {
    await open('?search=a&state=open&roles=owner,viewer&from=2026-01-02&cursor=second')
    const all = { search: 'a', state: 'open', roles: 'owner,viewer', from: '2026-01-02', cursor: 'second' }
    expect(shown()).toEqual(all)
  })

  test('leaves out what the address cannot mean', async () => {
    await open('?state=ajar&from=2026-02-30&other=1')
    expect(shown()).toEqual({})
  })

  test('stands in the address, begins at the first page and keeps its other parts', async () => {
    const { user } = await open('?search=a&from=2026-01-02&cursor=second')
    await user.click(screen.getByRole('button', { name: /State/ }))
    await user.click(await screen.findByRole('option', { name: 'Open' }))
    await expectAddress('?search=a&state=open&from=2026-01-02')
    await waitFor(() => expect(shown()).toEqual({ search: 'a', state: 'open', from: '2026-01-02' }))
  })

  test('holds two changes in quick succession', async () => {
    const { user } = await open('?search=a')
    await user.click(screen.getByRole('button', { name: 'Both' }))
    await expectAddress('?search=a&state=closed&from=2026-01-02')
  })

  test('comes back with the back button, and its boxes with it', async () => {
    const { user, search } = await open('?search=a')
    await user.click(screen.getByRole('button', { name: 'Both' }))
    await expectAddress('?search=a&state=closed&from=2026-01-02')
    await user.type(search, 'b{Enter}')
    await expectAddress('?search=ab&state=closed&from=2026-01-02')
    await back()
    await back()
    await expectAddress('?search=a')
    await waitFor(() => expect(search.value).toBe('a'))
    expect(screen.getByLabelText<HTMLInputElement>('From this day, in UTC').value).toBe('')
  })
})

describe('a filter', () => {
  test('of text applies when typing pauses, without a step in the history', async () => {
    const { user, search } = await open()
    const { length } = window.history
    await user.type(search, ' ab')
    expect(window.location.search).toBe('')
    await expectAddress('?search=ab')
    expect(search.value).toBe(' ab')
    expect(window.history.length).toBe(length)
  })

  test('of text applies at once with Enter, and is taken off at once', async () => {
    const { user, search } = await open()
    await user.type(search, 'ab{Enter}')
    await waitFor(() => expect(window.location.search).toBe('?search=ab'), { timeout: 300 })
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    await waitFor(() => expect(window.location.search).toBe(''), { timeout: 300 })
  })

  test('of text keeps what is typed while an earlier text is applied', async () => {
    const { user, search } = await open()
    await user.type(search, 'a{Enter}bc')
    await expectAddress('?search=a')
    expect(search.value).toBe('abc')
    await expectAddress('?search=abc')
    expect(search.value).toBe('abc')
  })

  test('of one of several is taken off by its first choice, and by its chip', async () => {
    const { user } = await open('?state=open')
    await user.click(screen.getByRole('button', { name: /State/ }))
    await user.click(await screen.findByRole('option', { name: 'Any state' }))
    await expectAddress('')
    await back()
    await user.click(await screen.findByRole('button', { name: 'Remove filter: open' }))
    await expectAddress('')
  })

  test('of any number applies when its list closes, in the order of the list', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /Role/ }))
    await user.click(await screen.findByRole('option', { name: 'Viewer' }))
    await user.click(screen.getByRole('option', { name: 'Owner' }))
    expect(window.location.search).toBe('')
    await user.keyboard('{Escape}')
    await expectAddress('?roles=owner%2Cviewer')
  })

  test('of a day applies with Enter and when it is left, not while it is typed', async () => {
    const { user } = await open()
    const from = screen.getByLabelText<HTMLInputElement>('From this day, in UTC')
    await user.type(from, '2026-01-02')
    expect(window.location.search).toBe('')
    await user.keyboard('{Enter}')
    await expectAddress('?from=2026-01-02')
    await user.clear(from)
    await user.tab()
    await expectAddress('')
  })

  test('that leaves nothing is taken off with all others by one press', async () => {
    const { user } = await open('?search=nothing&state=open&roles=owner&from=2026-01-02')
    await screen.findByRole('heading', { name: 'No such things' })
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) ?? document.body)
    await expectAddress('')
    await screen.findByRole('rowheader', { name: 'first' })
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('')
  })
})

describe('the pages of a list', () => {
  const previous = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' })
  const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next' })
  const isOff = (button: HTMLButtonElement) => button.disabled || button.ariaDisabled === 'true'

  test('go forward by the cursor of the answer and back again, with the filters kept', async () => {
    const { user } = await open('?state=open')
    expect(isOff(previous())).toBe(true)
    await user.click(next())
    await expectAddress('?state=open&cursor=second')
    await user.click(next())
    await expectAddress('?state=open&cursor=third')
    await screen.findByRole('rowheader', { name: 'third' })
    expect(isOff(next())).toBe(true)
    expect(screen.getByText(/page 3$/)).toBeTruthy()
    await user.click(previous())
    await expectAddress('?state=open&cursor=second')
    await user.click(previous())
    await expectAddress('?state=open')
  })

  test('that were opened by an address go back to the first one', async () => {
    const { user } = await open('?cursor=third')
    await user.click(previous())
    await expectAddress('')
  })
})

test('a list that is whole in the browser is narrowed by the name in its address', async () => {
  const rows = [{ id: 'alpha' }, { id: 'beta' }]
  const { user } = renderConsole(
    {
      '/named': (
        <NamedTable
          what="secrets"
          label="Secrets"
          columns={COLUMNS}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ id }) => id}
        />
      ),
    },
    '/named?search=ALPH&tab=1',
  )
  await screen.findByRole('rowheader', { name: 'alpha' })
  expect(screen.queryByRole('rowheader', { name: 'beta' })).toBeNull()
  await user.type(screen.getByRole('searchbox'), 'x{Enter}')
  await expectAddress('?search=ALPHx&tab=1')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await expectAddress('?tab=1')
  await screen.findByRole('rowheader', { name: 'beta' })
})
