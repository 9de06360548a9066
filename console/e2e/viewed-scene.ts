/** Something to look at on pages of the demo company that would be empty: what has ended, and what is still open. */
import type { Client, WorkflowDefinition } from '@atrium/sdk'
import { storeRun } from '../../server/src/modules/browser-tests/test/flow-scene.ts'
import { giveRepository, openedByCoder } from './code-steps.ts'
import type { Console } from './console.ts'
import { demoTest } from './test-scene.ts'
import { ASKS, reached, SETS, startRun, waits } from './workflow-steps.ts'

const app_id = 'app_demo_storefront'

/** The ids of what was made, by their names in addresses. */
export async function viewedScene(atrium: Console) {
  const api = atrium.app.as((await atrium.app.anonymous.session.create(atrium)).token)
  await deployTwice(api)
  const counts = await makeRun(api, 'Counts', SETS)
  const asks = await makeRun(api, 'Asks', ASKS)
  const tested = await demoTest(api)
  const { items } = await api.source.commits({ app_id })
  await giveRepository(api, app_id, 'harbour/shop')
  const coded = await openedByCoder(api, app_id, 'NOTES.md')
  await reached(api, counts, 'completed')
  await waits(api, asks)
  return {
    ...{ workflow: counts.workflow_id, run: counts.run_id },
    ...{ asking: asks.workflow_id, askingRun: asks.run_id },
    ...{ flow: tested.flow, testRun: tested.run, openTestRun: await runElsewhere(atrium) },
    ...{ session: coded.session, pull: String(coded.number), commit: items[0]?.commit_id ?? '' },
  }
}

/** A function with a version before the current one, which was called. */
async function deployTwice(api: Client) {
  const at = { app_id, name: 'hello' }
  for (const content of ['one', 'two'])
    await api.functions.deploy(at, { entry: 'index.ts', files: [{ path: 'index.ts', content }] })
  await api.app(app_id).functions.invoke(at.name)
}

async function makeRun(api: Client, name: string, definition: WorkflowDefinition) {
  const trigger = { type: 'manual' as const }
  const { id: workflow_id } = await api.workflows.create({ app_id }, { name, definition, trigger })
  return { app_id, workflow_id, run_id: await startRun(api, workflow_id, app_id) }
}

/** A run of a test that a node carries out which is not here, so that it stays open. */
async function runElsewhere({ app }: Console): Promise<string> {
  const place = { app_id, flow_id: 'flw_elsewhere' }
  const id = await storeRun(app, place, { status: 'running', worker: 'elsewhere' })
  await app.sql`update test_executions set leased_until = now() + interval '1 day' where id = ${id}`
  return id
}
