import type { WorkflowRun } from '@atrium/sdk'
import { useNavigate } from 'react-router'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { words } from './words.ts'

interface ReplayRunProps {
  appId: string
  run: WorkflowRun
  onClose: () => void
}

const FROM = [
  { id: 'start', label: words.fromTheStart, description: words.everythingAgainWithThe },
  {
    id: 'failed_step',
    label: words.fromWhatDidNot,
    description: words.whatIsDoneStays,
  },
]
const WITH = [
  { id: 'run', label: words.itsOwnVersion, description: words.theStepsAsThis },
  { id: 'current', label: words.theCurrentVersion, description: words.theStepsAsThey },
]

export function ReplayRun({ appId, run, onClose }: ReplayRunProps) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const replay = useAct({
    run: (choice: { replay_from: 'start' | 'failed_step'; replay_version: 'run' | 'current' }) =>
      client.workflows.run(
        { app_id: appId, workflow_id: run.workflow_id },
        { replay_from_run_id: run.id, ...choice },
      ),
    touches: ['runs', 'workflows'],
    done: () => words.replayStarted,
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.replayThisRun}
      submitLabel={words.startReplay}
      act={replay}
      onClose={onClose}
      onSubmit={(values) =>
        replay.mutate(
          {
            replay_from: textOf(values, 'from') === 'failed_step' ? 'failed_step' : 'start',
            replay_version: textOf(values, 'version') === 'current' ? 'current' : 'run',
          },
          {
            onSuccess: ({ run_id }) => {
              onClose()
              void navigate(paths.run(workspaceId, appId, run.workflow_id, run_id))
            },
          },
        )
      }
    >
      <RadioCards
        label={words.whereToBegin}
        name="from"
        options={FROM}
        defaultValue={run.status === 'completed' ? 'start' : 'failed_step'}
      />
      <RadioCards label={words.whichSteps} name="version" options={WITH} defaultValue="run" />
    </FormDialog>
  )
}
