/** Lists of a connector that a workspace adds: fields and scopes. */

import { consentConnector } from '../../src/modules/connectors/test/connector-rows.ts'
import type { SharedApp } from '../app.ts'
import { invalidAt } from '../refusal.ts'
import { type MixedList, mixed } from './mixed-list.ts'

type Definition = ReturnType<typeof consentConnector>
type Field = Definition['fields'][number]
type Scope = Definition['scopes'][number]

export function ownConnectorLists(app: SharedApp): MixedList[] {
  const [field] = consentConnector().fields as [Field]
  const list = <Item>(
    operation: 'create' | 'update',
    part: 'fields' | 'scopes',
    good: readonly Item[],
    [why, bad, ...place]: [string, Item, ...string[]],
  ) =>
    mixed<Item>({
      list: `custom_connectors.${operation} body.${part}`,
      why,
      refusal: (at) => invalidAt('body', part, at, ...place),
      async arrange() {
        const { custom_connectors } = app.as(await app.make.person('owner'))
        if (operation === 'update') await custom_connectors.create(consentConnector())
        return {
          good: [...good],
          bad,
          send: (items) => {
            const definition = consentConnector('acme-crm', { [part]: items })
            return operation === 'create'
              ? custom_connectors.create(definition)
              : custom_connectors.update({ integration_type: 'acme-crm' }, definition)
          },
          stored: async () => (await custom_connectors.list()).items,
        }
      },
    })
  const fields = ['one', 'two', 'three', 'four'].map((name): Field => ({ ...field, name }))
  const scopes = ['one', 'two', 'three', 'four'].map((name): Scope => ({ name, description: name }))
  return (['create', 'update'] as const).flatMap((operation) => [
    list<Field>(operation, 'fields', fields, [
      'a pattern for a part of the value',
      { ...field, validation_pattern: 'eu' },
      'validation_pattern',
    ]),
    list<Field>(operation, 'fields', fields, ['a name that is taken', fields[1] as Field, 'name']),
    list<Scope>(operation, 'scopes', scopes, ['a scope that is there twice', scopes[1] as Scope, 'name']),
  ])
}
