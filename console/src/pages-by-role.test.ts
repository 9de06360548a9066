/** No page asks the API for what the role of the person is refused: every address of the console, for each role. */
import type { Operation } from '@atrium/contract'
import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { routes } from './routes.tsx'
import { askAtAddress } from './test/ask-at-address.ts'

const PEOPLE = [
  { who: 'a viewer', role: 'viewer', appRole: 'viewer' },
  { who: 'a guest with an app to view', role: 'guest', appRole: 'viewer' },
  { who: 'a guest with an app to edit', role: 'guest', appRole: 'editor' },
  { who: 'a viewer with an app to edit', role: 'viewer', appRole: 'editor' },
  { who: 'an editor', role: 'editor', appRole: 'editor' },
] as const

type Person = (typeof PEOPLE)[number]

/** Parameters of routes that answers have to know; all others stand for themselves. */
const IDS: Record<string, string> = { workspace_id: 'ws_1', app_id: 'app_1', entity_name: 'Order' }

/** The addresses of all pages inside a workspace. */
function addressesOf(all: readonly RouteObject[], above = ''): string[] {
  return all.flatMap(({ path = '', children = [] }) => {
    const here = path.startsWith('/') ? path : [above, path].filter(Boolean).join('/')
    return children.length > 0 ? addressesOf(children, here) : [here]
  })
}

const ADDRESSES = addressesOf(routes)
  .filter((path) => path.startsWith('/w/') && !path.includes('*'))
  .map((path) => path.replaceAll(/:(\w+)\??/g, (_, name) => IDS[name] ?? `${name}_1`))

function isRefused(operation: Operation, { role, appRole }: Person): boolean {
  const refuses = operation.refuses ?? []
  if (refuses.includes('admin_required') || refuses.includes('owner_required')) return true
  if (!refuses.includes('editor_required')) return false
  const isOfApp = /\{(app|agent)_id\}/.test(operation.path)
  return isOfApp ? appRole !== 'editor' : role !== 'editor'
}

test('every page of a workspace has an address here', () => {
  expect(ADDRESSES.length).toBeGreaterThan(60)
})

test.each(PEOPLE)(
  'a person who is $who is refused nothing that pages ask for',
  { timeout: 60_000 },
  async (person) => {
    const refused: string[] = []
    const read = new Set<string>()
    for (const address of ADDRESSES) {
      for (const { operation } of await askAtAddress(address, person)) {
        read.add(operation.name)
        if (isRefused(operation, person)) refused.push(`${address} ${operation.name}`)
      }
    }
    expect(refused).toEqual([])
    expect(read.size).toBeGreaterThan(15)
  },
)
