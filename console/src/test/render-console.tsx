/** Renders parts of the console in jsdom, inside the root of the real console and behind its leave guard. */
import { ApiError } from '@atrium/sdk'
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, expect, vi } from 'vitest'
import { queryClient } from '../api.ts'
import { LeaveGuard } from '../layout/LeaveGuard.tsx'
import { Root } from '../layout/Root.tsx'

// A failure names what is missing, without the whole page.
configure({ asyncUtilTimeout: 5_000, getElementError: (message) => new Error(message ?? 'not found') })

/** Pages by their paths; the first one is shown, once its loader is done. Returns a person at the keyboard, and the router. */
export function renderConsole(
  pages: Readonly<Record<string, ReactNode>>,
  address?: string,
  loader?: () => Promise<null>,
) {
  fillGaps()
  const [first = '/'] = Object.keys(pages)
  window.history.replaceState(null, '', address ?? first)
  const router = createBrowserRouter([
    {
      Component: Root,
      children: [
        {
          element: (
            <>
              <LeaveGuard />
              <Outlet />
            </>
          ),
          children: Object.entries(pages).map(([path, element]) => ({
            path,
            element,
            ...(loader && { loader }),
          })),
        },
      ],
    },
  ])
  const user = userEvent.setup()
  render(<RouterProvider router={router} />)
  return { user, router }
}

/** Registers the clean-up that every test of a component needs. */
export function cleanAfterEach() {
  afterEach(() => {
    dismissToasts()
    cleanup()
    queryClient.clear()
  })
}

/** A request that is answered when the test says so, the oldest first. */
export function heldRequest<Input = void>() {
  const sent: Input[] = []
  const waiting: PromiseWithResolvers<unknown>[] = []
  const next = () => {
    const answer = waiting.shift()
    if (!answer) throw new Error('no request waits for an answer')
    return answer
  }
  return {
    sent,
    run: (input: Input) => {
      sent.push(input)
      const answer = Promise.withResolvers<unknown>()
      waiting.push(answer)
      return answer.promise
    },
    succeed: (result: unknown = {}) => next().resolve(result),
    fail: (error: unknown) => next().reject(error),
  }
}

/** A refusal as the API sends it. */
export function refused(status: number, code: string, more: Record<string, unknown> = {}) {
  return new ApiError(status, new Headers(), {
    code,
    message: `The test refuses ${code}.`,
    detail: `The test refuses ${code}.`,
    request_id: 'req_test',
    ...more,
  })
}

/** Reaches a button that is off by keyboard; what shows its reason is loaded when it is first needed, and draws it anew. */
export async function expectReason(user: UserEvent, find: () => HTMLElement, reason: string) {
  await waitFor(async () => {
    await user.tab()
    act(() => find().focus())
    const hints = screen.queryAllByRole('tooltip', { hidden: true })
    expect(hints.map((hint) => hint.textContent)).toContain(reason)
  })
}

export const toasts = () => screen.queryAllByRole('alertdialog').filter((node) => node.dataset.id)

function dismissToasts() {
  for (let [shown] = toasts(); shown; [shown] = toasts()) {
    const count = toasts().length
    within(shown).getByRole('button', { name: 'Dismiss' }).click()
    if (toasts().length === count) return
  }
}

/** Layout does not exist in jsdom: sizes are never observed, and nothing scrolls. */
function fillGaps() {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  window.scrollTo = () => {}
}
