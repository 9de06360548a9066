/** An app with functions that a test makes up, and the people around it; a new app for each test. */
import { beforeAll, beforeEach } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import type { AppPerson, Person } from '../../../../test/make.ts'
import { useApp } from '../../../../test/use-app.ts'
import type { Overrides } from '../../../app.ts'
import {
  createFakeFunctions,
  type FakeFunctions,
} from '../../../ports/function-runtime/test/fake-functions.ts'
import type { Config } from '../../../settings/config.ts'

export interface FunctionScene {
  app: TestApp
  fake: FakeFunctions
  owner: Person
  viewer: Person
  stranger: Person
  shop: { id: string }
  /** An own user of the app. */
  shopper: AppPerson
  deploy(
    name: string,
    fields?: object,
    at?: { id: string },
  ): Promise<{ status: 'deployed' | 'unchanged'; deployment_id: string }>
  url(name: string, at?: { id: string }): string
  /** Calls a function as the owner. */
  call(name: string, init?: RequestInit): Promise<Response>
}

export const FILES = [{ path: 'index.ts', content: 'x' }]

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export const codeOf = async (response: Response) => {
  const { code } = (await response.json()) as { code: string }
  return [response.status, code]
}

export function useFunctions(config: Partial<Config> = {}, overrides: Overrides = {}): FunctionScene {
  const fake = createFakeFunctions()
  const app = useApp({ rate_limits: 'off', ...config }, { functionRuntime: fake.make, ...overrides })
  const scene = {
    app,
    fake,
    deploy: (name, fields = {}, at = scene.shop) =>
      app
        .as(scene.owner)
        .functions.deploy({ app_id: at.id, name }, { entry: 'index.ts', files: FILES, ...fields }),
    url: (name, at = scene.shop) => `${app.baseUrl}/api/apps/${at.id}/functions/${name}`,
    call: (name, init = {}) => fetch(scene.url(name), { headers: bearer(scene.owner.token), ...init }),
  } as FunctionScene // the people and the app are there before the first test
  beforeAll(async () => {
    scene.owner = await app.make.person('owner')
    scene.viewer = await app.make.person('viewer', { id: scene.owner.workspace_id })
    scene.stranger = await app.make.person('owner')
  })
  beforeEach(async () => {
    scene.shop = await app.make.app(scene.owner)
    scene.shopper = await app.make.appUser(scene.shop, { invited_date: app.clock.now() })
  })
  return scene
}
