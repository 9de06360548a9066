/** An app that is connected to a service on loopback by a key, and what the service was sent. */
import type { IncomingMessage } from 'node:http'
import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import { beforeAll, beforeEach } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { receiveHttp } from '../../../../test/receivers.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { makeId } from '../../../platform/ids.ts'
import { addConnector, testSecrets } from '../../../ports/connector-auth/test/stand-in-connector.ts'
import { type Credentials, sealCredentials } from '../tokens/sealed-credentials.ts'

export interface ServiceCall {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** `hold`: it never answers; `cut`: it closes the connection. */
export type Says =
  | 'hold'
  | 'cut'
  | { status?: number; headers?: Record<string, string>; body?: string | Buffer | object }

/** A service that says what the test gave it, in order, and the last of it again and again. */
export async function startService() {
  const calls: ServiceCall[] = []
  let says: Says[] = [{}]
  const receiver = await receiveHttp(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    calls.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    const now = (says.length > 1 ? says.shift() : says[0]) ?? {}
    if (now === 'hold') return
    if (now === 'cut') return request.socket.destroy()
    const { status = 200, headers = {}, body: answer = {} } = now
    const isJson = typeof answer === 'object' && !Buffer.isBuffer(answer)
    response.writeHead(status, { ...(isJson && { 'content-type': 'application/json' }), ...headers })
    response.end(isJson ? JSON.stringify(answer) : answer)
  })
  return {
    url: `http://127.0.0.1:${receiver.port}`,
    calls,
    says(...answers: Says[]) {
      says = answers
      calls.length = 0
    },
    close: receiver.close,
  }
}

export const KEY = 'key-of-the-connection'

/** A connector of a workspace with a key in a header. */
export function keyedDefinition(
  url: string,
  integration_type: string,
  api: Partial<ConnectorDefinition['api']> = {},
): ConnectorDefinition {
  return {
    integration_type,
    display_name: 'Service',
    description: 'A service for tests.',
    category: 'other',
    icon: { letters: 'S', color: '#475569' },
    documentation_url: 'https://example.com/docs',
    verified_on: '2026-11-17',
    fields: [],
    auth: { mode: 'api_key', headers: { 'X-Api-Key': '{api_key}' } },
    scopes: [],
    api: { base_url: `${url}/v1`, ...api },
    test: { method: 'GET', path: '/me', account_name_at: '/name' },
  }
}

/** A connection straight into the tables. */
export async function addConnection(
  app: Pick<TestApp, 'sql' | 'databaseUrl' | 'clock'>,
  appId: string,
  integrationType: string,
  {
    status = 'active',
    credentials = { access_token: null, refresh_token: null, values: { api_key: KEY } },
  }: {
    status?: string
    credentials?: Credentials
  } = {},
): Promise<void> {
  const id = makeId('con')
  const now = app.clock.now()
  const sealed = sealCredentials(testSecrets(app.databaseUrl), id, credentials)
  await app.sql`
    insert into connections (id, app_id, integration_type, status, scopes, connection_config, captured, credentials,
                             created_date, updated_date)
    values (${id}, ${appId}, ${integrationType}, ${status}, '{}', '{}', '{}', ${sealed}, ${now}, ${now})`
}

/** A new app for each test, connected to the service as `service`. */
export function useConnectedApp(app: TestApp, owner: Person) {
  const service = useStarted(startService)
  const scene = { app_id: '', integration_type: 'service' }
  beforeAll(async () => {
    const paging = { kind: 'cursor' as const, items_at: '/items', next_at: '/next', param: 'cursor' }
    const definition = keyedDefinition(service.url, 'service', { paging, ok_at: '/ok' })
    await addConnector(app, owner.workspace_id, definition, null)
  })
  beforeEach(async () => {
    service.says({})
    scene.app_id = (await app.make.app(owner)).id
    await addConnection(app, scene.app_id, 'service')
  })
  return { service, scene }
}
