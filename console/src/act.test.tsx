// @vitest-environment jsdom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { toastFailure, useAct, useRequest } from './act.ts'
import { queryClient } from './api.ts'
import { withFields } from './at-once.ts'
import { cleanAfterEach, heldRequest, refused, renderConsole, toasts } from './test/render-console.tsx'

cleanAfterEach()

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

type Options = Parameters<typeof useAct<string, { name: string }>>[0]

/** The hook on a page of its own, with the notifications of the console. */
function showHook(options: Partial<Options> = {}) {
  renderConsole({ '/': <p>A page</p> })
  const request = heldRequest<string>()
  const run = request.run as (input: string) => Promise<{ name: string }>
  const hook = renderHook(() => useAct({ run, touches: [], failure: toastFailure, ...options }), { wrapper })
  const send = (input: string) => act(async () => hook.result.current.mutate(input))
  const fail = (error: unknown) => act(async () => request.fail(error))
  const succeed = (result: unknown) => act(async () => request.succeed(result))
  return { ...hook, request, send, fail, succeed }
}

describe('a failed act', () => {
  test('shows the text of the refusal with its request id, until the notification is closed', async () => {
    const { send, fail } = showHook()
    vi.useFakeTimers()
    await send('a')
    await fail(refused(409, 'refused_by_test'))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    vi.useRealTimers()
    const toast = screen.getByRole('alertdialog', { name: 'The test refuses refused_by_test.' })
    expect(toast.textContent).toContain('Request req_test')
  })

  test('shows no success message and rereads nothing', async () => {
    const reads = vi.spyOn(queryClient, 'invalidateQueries')
    const { send, fail } = showHook({ done: () => 'Saved', touches: ['things'] })
    await send('a')
    await fail(refused(409, 'refused_by_test'))
    await waitFor(() => expect(toasts()).toHaveLength(1))
    expect(screen.queryByText('Saved')).toBeNull()
    expect(reads).not.toHaveBeenCalled()
    reads.mockRestore()
  })

  test('hands its error to the form that sent it, without a notification', async () => {
    const { send, fail, result } = showHook({ failure: 'inline' })
    const refusal = refused(409, 'refused_by_test')
    await send('a')
    await fail(refusal)
    await waitFor(() => expect(result.current.error).toBe(refusal))
    expect(toasts()).toEqual([])
  })

  test('shows a notification if its form was closed before the answer', async () => {
    const { send, fail, unmount } = showHook({ failure: 'inline' })
    await send('a')
    unmount()
    await fail(refused(409, 'refused_by_test'))
    await screen.findByRole('alertdialog', { name: 'The test refuses refused_by_test.' })
  })

  test('shows no notification if the session ended: the console asks to sign in instead', async () => {
    const { send, fail, result } = showHook()
    await send('a')
    await fail(refused(401, 'unauthorized'))
    await waitFor(() => expect(result.current.isError).toBe(true))
    expect(toasts()).toEqual([])
  })

  test('explains a lost connection', async () => {
    const { send, fail } = showHook()
    await send('a')
    await fail(new Error('boom'))
    await screen.findByRole('alertdialog', { name: /^The console could not show this/ })
  })
})

describe('a successful act', () => {
  test('names its result in a notification that closes by itself', async () => {
    const { send, succeed } = showHook({ done: ({ name }, input) => `${name} saved as ${input}` })
    vi.useFakeTimers()
    await send('b')
    await succeed({ name: 'Ledger' })
    expect(toasts().map((toast) => toast.textContent)).toEqual(['Ledger saved as b'])
    await act(() => vi.advanceTimersByTimeAsync(7000))
    vi.useRealTimers()
    expect(toasts()).toEqual([])
  })

  test('rereads what it touched and the audit log before it reports success', async () => {
    let reads = 0
    const read = { queryKey: ['things', 'list'], queryFn: async () => ++reads }
    const { send, succeed } = showHook({ touches: ['things'], done: () => `Saved after ${reads} reads` })
    const { result } = renderHook(() => useQuery(read), { wrapper })
    await waitFor(() => expect(result.current.data).toBe(1))
    queryClient.setQueryData(['audit', 'ws'], [])
    queryClient.setQueryData(['others', 'list'], [])
    await send('a')
    await succeed({})
    await screen.findByText('Saved after 2 reads')
    expect(queryClient.getQueryState(['audit', 'ws'])?.isInvalidated).toBe(true)
    expect(queryClient.getQueryState(['others', 'list'])?.isInvalidated).toBe(false)
  })
})

describe('an act that is shown at once', () => {
  const KEY = ['things', 'list']
  const list = (isOn: boolean) => ({ items: [{ id: 'a', isOn }] })
  const atOnce = {
    within: ['things'],
    change: (data: unknown, isOn: string) => withFields(data, 'a', { isOn: isOn === 'on' }),
  }

  test('changes the page before the answer, and changes it back when it is refused', async () => {
    const { send, fail } = showHook({ atOnce, touches: ['things'] })
    queryClient.setQueryData(KEY, list(false))
    await send('on')
    await waitFor(() => expect(queryClient.getQueryData(KEY)).toEqual(list(true)))
    await fail(refused(409, 'refused_by_test'))
    await waitFor(() => expect(queryClient.getQueryData(KEY)).toEqual(list(false)))
    expect(queryClient.getQueryState(KEY)?.isInvalidated).toBe(true)
    expect(toasts()).toHaveLength(1)
  })

  test('waits for the one before it, so that the last click counts', async () => {
    const { send, succeed, request } = showHook({ atOnce })
    queryClient.setQueryData(KEY, list(false))
    await send('on')
    await send('off')
    await waitFor(() => expect(request.sent).toEqual(['on']))
    await succeed({})
    await waitFor(() => expect(request.sent).toEqual(['on', 'off']))
    await succeed({})
  })
})

test('progress counts what was sent and what has no outcome yet, before the page is drawn again', async () => {
  const request = heldRequest()
  const { result } = renderHook(() => useRequest({ run: request.run, failure: 'inline' }), { wrapper })
  const { progress } = result.current
  await act(async () => {
    result.current.mutate()
    expect(progress.current).toEqual({ sent: 1, running: 1 })
  })
  await act(async () => request.fail(refused(409, 'refused_by_test')))
  await waitFor(() => expect(progress.current).toEqual({ sent: 1, running: 0 }))
  await act(async () => {
    result.current.mutateAsync().catch(() => {})
    expect(progress.current).toEqual({ sent: 2, running: 1 })
  })
  await act(async () => request.succeed())
  await waitFor(() => expect(progress.current).toEqual({ sent: 2, running: 0 }))
})
