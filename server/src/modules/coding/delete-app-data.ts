import { on } from '../../platform/events.ts'
import type { Deps } from './deps.ts'

/** Sessions end, and nothing of the app stays here; repositories are not the app's, and stay. */
export const deleteAppData = on<'app.deleted', Deps>('app.deleted', 'coding.delete', {
  retry: [5, 60, 600],
  async run(_deps, { app_id: _ }) {},
})
