import { refuse } from '../../../platform/errors.ts'
import type { App, Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import type { RecordingRow } from '../tables.ts'
import { recordingStore } from './recording-store.ts'

/** A recording whose time is not over, or a refusal. What people did in an app is for those who edit it. */
export async function accessRecording(
  { db, clock, access }: Pick<Deps, 'db' | 'clock' | 'access'>,
  caller: Caller,
  { app_id, recording_id }: { app_id: string; recording_id: string },
): Promise<{ app: App; recording: RecordingRow }> {
  const app = await access.app(caller, app_id, 'editor')
  const recording = await recordingStore(db).find(app.id, recording_id, clock.now())
  if (!recording) throw refuse('recording_not_found')
  return { app, recording }
}
