import type { StartedRecording } from '@atrium/sdk'
import { useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { useOnce } from '../../form/use-once.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { RecordingNow } from './RecordingNow.tsx'
import { words } from './words.ts'

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
    <Dialog title={words.recordATest} onClose={onClose}>
      <DialogBody>
        <FormFailure error={begin.isPending ? null : begin.error} />
        <p className="text-ink-2">{words.clickThroughYourApp}</p>
        <ul className="list-disc space-y-1 ps-5 text-ink-2">
          <li>{words.passwordsAreNeverSent}</li>
          <li>{words.itTakesWhatYou}</li>
          <li>{words.whatYouDoIn}</li>
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>{words.cancel}</Button>
        <Button
          look="primary"
          isPending={once.isTaken}
          onPress={() => once.run(() => begin.mutate(undefined, { onSuccess: setStarted }))}
        >
          {words.beginRecording}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
