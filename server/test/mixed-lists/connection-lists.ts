/** Scopes that a connection is started with. */
import type { SharedApp } from '../app.ts'
import { invalidAt } from '../refusal.ts'
import { type MixedList, mixed } from './mixed-list.ts'

const TYPE = { integration_type: 'sandbox-oauth' }

export function connectionLists(app: SharedApp): MixedList[] {
  return (['initiate', 'update_scopes'] as const).map((operation) =>
    mixed<string>({
      list: `connectors.${operation} body.scopes`,
      why: 'a scope that the service does not have',
      refusal: (at) => invalidAt('body', 'scopes', at),
      async arrange() {
        const owner = await app.make.person('owner')
        const { connectors } = app.as(owner)
        const { id: app_id } = await app.make.app(owner)
        return {
          good: ['items.read', 'items.write', 'items.read', 'items.write'],
          bad: 'items.delete',
          send: (scopes) =>
            operation === 'initiate'
              ? connectors.initiate({ app_id }, { ...TYPE, scopes })
              : connectors.update_scopes({ app_id, ...TYPE }, { scopes }),
          stored: () => app.sql`select id from connection_attempts where app_id = ${app_id} order by id`,
        }
      },
    }),
  )
}
