/** The room of a run: anyone who may read it sees its steps as they come. */

import { refuse } from '../../../platform/errors.ts'
import { MAX_BYTES_OUT } from '../../../platform/realtime/limits.ts'
import { roomKind } from '../../../platform/realtime/room-kind.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { Audience } from './present-run.ts'
import { presentWhole } from './read-run.ts'
import { runReadStore } from './run-read-store.ts'

export const runRoomKind = roomKind<Deps, Caller, Audience, { run_id: string }>({
  name: 'workflow_runs',
  pattern: /^\/workflow-runs\/(?<run_id>[\w-]{1,64})$/,

  async admit({ db, access }, { person, app_id }, { run_id = '' }) {
    const app = await access.app(person, app_id, 'viewer')
    if (!(await runReadStore(db).findInApp(app.id, run_id))) throw refuse('run_not_found')
    const audience: Audience = app.user_role === 'viewer' ? 'viewer' : 'editor'
    return { group: audience, view: audience }
  },

  async present({ db }, { run_id = '' }, _change, views) {
    const store = runReadStore(db)
    const run = await store.findNamed(run_id)
    if (!run) return views.map(() => null)
    return Promise.all(
      views.map(async (audience) => {
        const text = JSON.stringify(await presentWhole(store, run, audience))
        // Then they read it.
        return Buffer.byteLength(text) <= MAX_BYTES_OUT
          ? text
          : JSON.stringify({ id: run_id, truncated: true })
      }),
    )
  },
})
