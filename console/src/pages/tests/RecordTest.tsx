import type { StartedRecording } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { useOnce } from '../../form/use-once.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { RecordingNow } from './RecordingNow.tsx'

interface RecordTestProps {
  appId: string
  onClose: () => void
}

/** A test made by clicking through the app once, in one's own browser. */
export function RecordTest({ appId, onClose }: RecordTestProps) {
  const [started, setStarted] = useState<StartedRecording | null>(null)
  const begin = useAct({
    run: () => client.recordings.create({ app_id: appId }),
    touches: [],
    failure: 'inline',
  })
  const once = useOnce(begin)
  if (started)
    return (
      <RecordingNow
        key={started.id}
        appId={appId}
        started={started}
        onAgain={() => {
          begin.reset()
          setStarted(null)
        }}
        onClose={onClose}
      />
    )
  return (
    <Dialog title="Record a test" onClose={onClose}>
      <DialogBody>
        <FormFailure error={begin.isPending ? null : begin.error} />
        <p className="text-ink-2">
          Click through your app once, in this browser. Each click and each text becomes a step, which you can
          change before you save it.
        </p>
        <ul className="list-disc space-y-1 pl-5 text-ink-2">
          <li>Passwords are never sent; their steps have a placeholder.</li>
          <li>It takes what you do for two hours, or until you stop it.</li>
          <li>What you do in the app is real: orders are orders.</li>
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>Cancel</Button>
        <Button
          look="primary"
          isPending={once.isTaken}
          onPress={() => once.run(() => begin.mutate(undefined, { onSuccess: setStarted }))}
        >
          Begin recording
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
