import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'

/** Ends a recording that is not needed any more; its key opens nothing from then on. */
export function useDiscardRecording(app_id: string) {
  return useAct({
    run: (recording_id: string) => client.recordings.delete({ app_id, recording_id }),
    touches: [],
    failure: toastFailure,
  })
}
