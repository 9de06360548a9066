/** Lists of a deployment: files and automations. */
import type { InputOf, operations } from '@atrium/contract'
import { BROKEN } from '../../src/ports/function-runtime/test/fake-functions.ts'
import type { SharedApp } from '../app.ts'
import type { Person } from '../make.ts'
import { invalidAt } from '../refusal.ts'
import { type MixedList, mixed } from './mixed-list.ts'

type Body = InputOf<typeof operations.functions.deploy>['body']
type File = NonNullable<Body['files']>[number]
type Automation = NonNullable<Body['automations']>[number]

export function functionLists(app: SharedApp, owner: Person): MixedList[] {
  const { functions } = app.as(owner)
  const files = (why: string, bad: File, ...place: string[]) =>
    mixed<File>({
      list: 'functions.deploy body.files',
      why,
      refusal: (at) => invalidAt('body', 'files', at, ...place),
      async arrange() {
        const { id: app_id } = await app.make.app(owner)
        return {
          good: ['a.ts', 'b.ts', 'c/d.ts', 'c/e.ts'].map((path) => ({ path, content: '' })),
          bad,
          send: (items) => functions.deploy({ app_id, name: 'hello' }, { entry: 'b.ts', files: items }),
          stored: async () => (await functions.list({ app_id })).functions,
        }
      },
    })
  const automations = (why: string, bad: Automation, ...place: string[]) =>
    mixed<Automation>({
      list: 'functions.deploy body.automations',
      why,
      refusal: (at) => invalidAt('body', 'automations', at, ...place),
      async arrange() {
        const { id: app_id } = await app.make.app(owner)
        const source = { entry: 'a.ts', files: [{ path: 'a.ts', content: '' }] }
        return {
          good: [1, 2, 3, 4].map((minute) => ({ type: 'schedule' as const, cron: `${minute} * * * *` })),
          bad,
          send: (items) => functions.deploy({ app_id, name: 'hello' }, { ...source, automations: items }),
          stored: async () => (await functions.list({ app_id })).functions,
        }
      },
    })
  return [
    files('a path that leads out', { path: '../x.ts', content: '' }, 'path'),
    files('a file that cannot be built', { path: 'x.ts', content: BROKEN }),
    automations('a schedule that is none', { type: 'schedule', cron: '61 * * * *' }, 'cron'),
    automations('no entity', { type: 'entity', events: ['create'] }, 'entity_name'),
  ]
}
