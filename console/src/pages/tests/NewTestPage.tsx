import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useNavigate, useParams, useSearchParams } from 'react-router'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { loadForEditors } from '../../editors-only.ts'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { fill } from '../../language/fill.ts'
import { EditorsOnly } from '../../layout/EditorsOnly.tsx'
import { AGREED } from '../../layout/leaving.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { testsQueries } from '../../tests-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { FlowForm } from './FlowForm.tsx'
import { bodyOf, EMPTY_FLOW, type FlowBody, recordedDraft } from './flow-draft.ts'
import { countSteps, describeDropped } from './step-words.ts'
import { useDiscardRecording } from './use-discard-recording.ts'
import { useFlowDraft } from './use-flow-draft.ts'
import { words } from './words.ts'

export function loader({ request, params: { app_id = '' } }: LoaderFunctionArgs) {
  const recording = new URL(request.url).searchParams.get('recording')
  return loadForEditors(request, app_id, ...(recording ? [testsQueries.recording(app_id, recording)] : []))
}

export function Component() {
  const { app_id = '' } = useParams()
  const recording = useSearchParams()[0].get('recording')
  return <NewTest key={`${app_id} ${recording}`} appId={app_id} recordingId={recording} />
}

function NewTest({ appId, recordingId }: { appId: string; recordingId: string | null }) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const { data: recording } = useQuery({
    ...testsQueries.recording(appId, recordingId ?? ''),
    enabled: recordingId !== null,
    // What is recorded from now on does not change what is being written.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [first] = useState(() => (recording ? recordedDraft(recording) : EMPTY_FLOW))
  const edited = useFlowDraft(first)
  const { mutate: discard } = useDiscardRecording(appId)
  const create = useAct({
    run: async (body: FlowBody) => {
      const flow = await client.flows.create({ app_id: appId }, body)
      if (recordingId) discard(recordingId)
      await navigate(paths.test(workspaceId, appId, flow.id), AGREED)
      return flow
    },
    touches: ['flows'],
    done: ({ name }) => fill(words.nameCreated, { name }),
    failure: 'inline',
  })
  useUnsavedWork(() => !create.isSuccess && (edited.isChanged || first.steps.length > 0))
  return (
    <>
      <div className="px-5 pt-5 sm:px-8">
        <h2 className="text-lg font-semibold tracking-tight">{words.newTest}</h2>
      </div>
      {recording && (
        <div className="max-w-4xl px-5 pt-4 sm:px-8">
          <Notice title={fill(words.stepsRecorded, { steps: countSteps(recording.steps) })}>
            {words.lookThemOverAnd} {recording.dropped > 0 && describeDropped(recording.dropped)}
          </Notice>
        </div>
      )}
      <FlowForm
        edited={edited}
        act={create}
        onSubmit={() => create.mutate(bodyOf(edited.draft), { onError: edited.setRefusal })}
        footer={(isTaken) => (
          <div
            data-bottom-bar
            className="sticky bottom-0 z-10 flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-5 py-3 sm:px-8"
          >
            <Button onPress={() => void navigate(paths.tests(workspaceId, appId))}>{words.cancel}</Button>
            <Button type="submit" look="primary" isPending={isTaken}>
              {words.createTest}
            </Button>
          </div>
        )}
      />
    </>
  )
}

export function ErrorBoundary() {
  return <EditorsOnly icon={FlaskConical}>{words.onlyThoseWhoCan}</EditorsOnly>
}
