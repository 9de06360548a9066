import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessRecording } from './access-recording.ts'
import { presentRecording } from './present-recording.ts'

export async function readRecording(
  deps: Deps,
  caller: Caller,
  { params }: InputOf<typeof operations.recordings.read>,
) {
  const { recording } = await accessRecording(deps, caller, params)
  return presentRecording(recording)
}
