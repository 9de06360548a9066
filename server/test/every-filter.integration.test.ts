/** No list drops a filter: what it does not know is refused, whatever it is called. */
import { allOperations, type Operation, takesOnlyNamedQuery } from '@atrium/contract'
import { describe, expect, test } from 'vitest'
import { useSharedApp } from './use-shared-app.ts'
import { useTeam } from './use-team.ts'

const app = useSharedApp()
const { owner } = useTeam(app)

const lists = allOperations.filter(takesOnlyNamedQuery)
const FORMS = [
  'q=x',
  'q[nothing]=x',
  'filter={}',
  'filters[a]=x',
  'query={}',
  'where=a',
  'nothing=x',
  '$eq=x',
]

/** Reads of one thing or of figures, pages that browsers open, and lists that must not answer 422 or take any name. */
const OTHERS = [
  'session.openid_start',
  'session.openid_callback',
  'workspace_openid.read',
  'workspaces.overview',
  'workspaces.stand_ins',
  'apps.overview',
  'app_auth.read_return_address',
  'app_auth.provider_login',
  'app_auth.client_login',
  'app_auth.google_login',
  'app_auth.client_login_page',
  'app_auth.client_logout',
  'app_auth.provider_callback',
  'credits.read',
  'usage.read',
  'installation.read',
  'attention.read_settings',
  'records.list',
  'files.download',
  'source.read_file',
  'connectors.callback',
  'connectors.status',
  'custom_connectors.read',
  'assets.list',
]

async function ask(operation: Operation, query: string) {
  const path = operation.path.replaceAll(/\{\w+\}/g, '1')
  const response = await fetch(`${app.baseUrl}${path}?${query}`, {
    method: operation.method,
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    ...(operation.method !== 'GET' && { body: '{}' }),
  })
  const body = await response.json()
  return { status: response.status, places: [body.detail].flat().map(({ loc }) => loc?.join('.')) }
}

/** `serach` */
const misspelt = (name: string) => name.replace(/^(.)(.)(.)/, '$1$3$2')

describe.each(lists.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  test('refuses filters that it does not know', async () => {
    const known = Object.keys(operation.query?.properties ?? {})
    const names = known.filter((name) => misspelt(name) !== name).map((name) => `${misspelt(name)}=x`)
    for (const form of [...FORMS, ...names]) {
      const [name = ''] = form.split('=')
      if (known.includes(name)) continue
      const { status, places } = await ask(operation, form)
      expect([form, status]).toEqual([form, 422])
      expect(places).toContain(`query.${name}`)
    }
  })
})

test('every read that takes a filter refuses what it does not know, but for those that may not', () => {
  const others = allOperations.filter(
    (operation) => operation.method === 'GET' && operation.query && !takesOnlyNamedQuery(operation),
  )
  expect(others.map(({ name }) => name)).toEqual(OTHERS)
})
