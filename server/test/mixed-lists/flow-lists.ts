/** Steps of automated tests, and the hosts that their pages may load from. */
import type { SentStep } from '@atrium/contract/flow-steps'
import type { SharedApp } from '../app.ts'
import type { Person } from '../make.ts'
import { invalidAt } from '../refusal.ts'
import { type MixedList, mixed } from './mixed-list.ts'

export function flowLists(app: SharedApp, owner: Person): MixedList[] {
  const { flows } = app.as(owner)
  const FIELDS = { name: 'Lamp', goal: 'Buy a lamp' }
  const list = <Item>(
    part: 'steps' | 'allowed_hosts',
    good: Item[],
    [why, bad, ...place]: [string, Item, ...string[]],
  ) =>
    (['create', 'update'] as const).map((operation) =>
      mixed<Item>({
        list: `flows.${operation} body.${part}`,
        why,
        refusal: (at) => invalidAt('body', part, at, ...place),
        async arrange() {
          const { id: app_id } = await app.make.app(owner)
          const [first] = operation === 'update' ? [await flows.create({ app_id }, FIELDS)] : []
          return {
            ...{ good, bad },
            send: (items) =>
              first
                ? flows.update({ app_id, flow_id: first.id }, { [part]: items })
                : flows.create({ app_id }, { ...FIELDS, [part]: items }),
            stored: async () => {
              const { items } = await flows.list({ app_id })
              return Promise.all(items.map(({ id }) => flows.read({ app_id, flow_id: id })))
            },
          }
        },
      }),
    )
  const steps = ['a', 'b', 'c', 'd'].map((id): SentStep => ({ id, instruction: `Click “${id}”` }))
  const hosts = ['a', 'b', 'c', 'd'].map((name) => `${name}.example.com`)
  const twoWays = { action: 'click' as const, target: { label: 'Add', css: '#add' } }
  return [
    ...list('steps', steps, ['an id that is there twice', steps[1] as SentStep, 'id']),
    ...list('steps', steps, [
      'an element named in two ways',
      { instruction: 'Add', params: twoWays },
      ...['params', 'target'],
    ]),
    ...list('allowed_hosts', hosts, ['a host of a private network', '10.0.0.1']),
    ...list('allowed_hosts', hosts, ['all names of the world', '*.com']),
  ]
}
