// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, data, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from './api.ts'
import { loadForEditors } from './editors-only.ts'
import { EditorsOnly } from './layout/EditorsOnly.tsx'
import { loadForAdmins } from './pages/own-connectors/load-for-admins.ts'
import { queries } from './queries.ts'
import { cleanAfterEach, refused } from './test/render-console.tsx'

cleanAfterEach()
afterEach(() => vi.unstubAllGlobals())

const request = new Request('http://localhost/w/ws_1/apps/app_1/secrets')
const wanted = { queryKey: ['secrets', 'app_1'], queryFn: vi.fn(async () => []) }

describe('a page for editors of an app', () => {
  function givenRole(user_role: 'editor' | 'viewer' | undefined) {
    wanted.queryFn.mockClear()
    queryClient.setQueryData(['apps', 'one', 'app_1'], { id: 'app_1', ...(user_role && { user_role }) })
  }

  test('reads what it shows for an editor', async () => {
    givenRole('editor')
    expect(await loadForEditors(request, 'app_1', wanted)).toBeNull()
    expect(wanted.queryFn).toHaveBeenCalledOnce()
  })

  test.each(['viewer', undefined] as const)('asks nothing for a person who is %s', async (role) => {
    givenRole(role)
    await expect(loadForEditors(request, 'app_1', wanted)).rejects.toMatchObject({ init: { status: 403 } })
    expect(wanted.queryFn).not.toHaveBeenCalled()
  })

  const showRefused = (error: unknown) => {
    const router = createMemoryRouter([
      {
        path: '/',
        loader: () => {
          throw error
        },
        element: <p>Secrets</p>,
        errorElement: <EditorsOnly>Secrets are for editors.</EditorsOnly>,
      },
    ])
    render(<RouterProvider router={router} />)
  }

  test('explains itself to others', async () => {
    showRefused(data(null, { status: 403 }))
    await screen.findByRole('heading', { name: 'For editors' })
    expect(screen.getByText('Secrets are for editors.')).toBeTruthy()
  })

  test('explains itself when the role was lost while it was open', async () => {
    showRefused(refused(403, 'editor_required'))
    await screen.findByRole('heading', { name: 'For editors' })
  })

  test('shows every other failure as any page does, with its request id', async () => {
    showRefused(refused(403, 'admin_required'))
    await screen.findByRole('heading', { name: 'You may not do this' })
    expect(screen.getByText(/req_test/)).toBeTruthy()
    expect(screen.queryByText('Secrets are for editors.')).toBeNull()
  })
})

describe('a page for admins of a workspace', () => {
  test.each([
    ['owner', 1],
    ['admin', 1],
    ['editor', 0],
    ['viewer', 0],
    ['guest', 0],
  ])('of a person who is %s sends %d requests', async (user_role, count) => {
    wanted.queryFn.mockClear()
    queryClient.setQueryData(queries.session().queryKey, { workspaces: [{ id: 'ws_1', user_role }] } as never)
    expect(await loadForAdmins(request, 'ws_1', wanted)).toBeNull()
    expect(wanted.queryFn).toHaveBeenCalledTimes(count)
  })
})
