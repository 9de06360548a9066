/** Requests about backend functions, their automations and their secrets. */

import { BROKEN } from '../../src/ports/function-runtime/test/fake-functions.ts'
import type { Chance } from '../chance.ts'
import type { Draw } from './aims.ts'
import { filter } from './grammar.ts'
import { ENTITY, FUNCTION, type World } from './world.ts'

const SOURCE = { entry: 'index.ts', files: [{ path: 'index.ts', content: 'export default () => {}' }] }

const functionsOf = ({ ground, owner }: World) => ground.app.as(owner).functions
const its = (): { params: { name: string } } => ({ params: { name: FUNCTION } })

function automation(chance: Chance): object {
  return chance.one<object>([
    {
      type: 'schedule',
      cron: chance.one(['0 9 * * *', '*/5 * * * 1', '61 * * * *', 'x y z']),
      timezone: 'Asia/Tokyo',
    },
    { type: 'entity', entity_name: chance.one([ENTITY, 'None']), events: ['create', 'update'] },
    { type: 'entity', entity_name: ENTITY, events: ['delete'], condition: filter(chance) },
  ])
}

export const FUNCTION_AIMS: Record<string, Draw> = {
  'functions.deploy': (_world, chance) => ({
    params: { name: chance.one([FUNCTION, 'other', 'a b']) },
    body: {
      ...SOURCE,
      files: [
        ...SOURCE.files,
        { path: chance.one(['lib/a.ts', 'b.ts', '../c.ts']), content: chance.one(['', 'Zoë', BROKEN]) },
      ],
      automations: Array.from({ length: chance.below(3) }, () => automation(chance)),
      access: chance.one(['app', 'anyone']),
    },
  }),
  'functions.delete': async (world) => {
    await functionsOf(world).deploy({ app_id: world.shop, name: 'spare' }, SOURCE)
    return { params: { name: 'spare' } }
  },
  'functions.rollback': async (world) => {
    const at = { app_id: world.shop, name: FUNCTION }
    const { deployment_id } = await functionsOf(world).deploy(at, SOURCE)
    return { ...its(), body: { deployment_id } }
  },
  'functions.list_deployments': its,
  'functions.invoke': its,
  'functions.call': () => ({ ...its(), actor: 'limited' }),
  'functions.logs': its,
  'functions.list_invocations': its,
  'automations.list_runs': its,
  'secrets.set': (_world, chance) => ({ body: { [chance.one(['KEY', 'other_key', 'PATH', '1'])]: 'Zoë' } }),
}
