/** Runs the loaders of an address as the router does, against an API that records what it is asked. */
import { allOperations, type Operation } from '@atrium/contract'
import { createMemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { queryClient } from '../api.ts'
import type { Role } from '../permissions.ts'
import { routes } from '../routes.tsx'

export interface Asked {
  operation: Operation
  /** The query of a GET, the body of any other request. */
  input: Record<string, unknown>
  headers: Headers
}

interface Person {
  role: Role
  /** Their role in the app. */
  appRole: 'editor' | 'viewer'
}

export const OWNER: Person = { role: 'owner', appRole: 'editor' }

/** Every request that opening the address sends before its page shows. */
export async function askAtAddress(address: string, person = OWNER): Promise<Asked[]> {
  return recordRequests(person, async () => {
    const router = createMemoryRouter(routes, { initialEntries: [address] })
    const isLoaded = () => router.state.initialized && router.state.navigation.state === 'idle'
    await new Promise<void>((resolve) => {
      const check = () => isLoaded() && resolve()
      router.subscribe(check)
      check()
    })
    router.dispose()
  })
}

/** What is asked meanwhile. */
export async function recordRequests(person: Person, act: () => Promise<unknown>): Promise<Asked[]> {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const operation = operationOf(init.method ?? 'GET', pathname)
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    asked.push({
      operation,
      input: { ...Object.fromEntries(searchParams), ...body },
      headers: new Headers(init.headers),
    })
    return Response.json(answerOf(operation.name, person))
  })
  queryClient.clear()
  try {
    await act()
  } finally {
    vi.unstubAllGlobals()
    queryClient.clear()
  }
  return asked
}

function operationOf(method: string, pathname: string): Operation {
  const fits = (operation: Operation) =>
    operation.method === method &&
    new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname)
  // One with a name in its place is meant before one with a parameter there.
  const found = allOperations.filter(fits).sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  if (!found[0]) throw new Error(`there is no operation ${method} ${pathname}`)
  return found[0]
}

/** Enough for loaders: who the person is, and lists without rows. */
function answerOf(name: string, { role, appRole }: Person): unknown {
  const workspace = { id: 'ws_1', user_role: role, subscription_tier: 'business' }
  if (name === 'session.read') return { id: 'usr_1', workspaces: [workspace] }
  if (name === 'apps.read') return { id: 'app_1', user_role: appRole, organization_id: 'ws_1' }
  if (name === 'agents.read') return { id: 'app_1', user_role: appRole }
  if (name === 'schemas.list') return { entityNameToSchema: { Order: {} } }
  if (name === 'repository.read') return { repository: { full_name: 'harbour/shop' } }
  return {
    items: [],
    next_cursor: null,
    folders: [],
    functions: [],
    integrations: [],
    account: null,
    count: 0,
  }
}
