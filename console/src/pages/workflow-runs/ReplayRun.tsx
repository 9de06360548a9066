import type { WorkflowRun } from '@atrium/sdk'
import { useNavigate } from 'react-router'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'

interface ReplayRunProps {
  appId: string
  run: WorkflowRun
  onClose: () => void
}

const FROM = [
  { id: 'start', label: 'From the start', description: 'Everything again, with the same input.' },
  {
    id: 'failed_step',
    label: 'From what did not finish',
    description: 'What is done stays done; its results are used again.',
  },
]
const WITH = [
  { id: 'run', label: 'Its own version', description: 'The steps as this run had them.' },
  { id: 'current', label: 'The current version', description: 'The steps as they are now.' },
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
    done: () => 'Replay started',
    failure: 'inline',
  })
  return (
    <FormDialog
      title="Replay this run"
      submitLabel="Start replay"
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
        label="Where to begin"
        name="from"
        options={FROM}
        defaultValue={run.status === 'completed' ? 'start' : 'failed_step'}
      />
      <RadioCards label="Which steps" name="version" options={WITH} defaultValue="run" />
    </FormDialog>
  )
}
