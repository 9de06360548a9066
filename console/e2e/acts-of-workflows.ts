/** What is done on the pages of workflows and their runs. */
import { type Act, choose, click } from './act.ts'

export interface WorkflowScene {
  workspaceId: string
  app: { id: string }
  workflows: {
    /** Active, in its second version. */
    active: string
    /** Paused, called Sleeps. */
    paused: string
    /** A run that failed, and one that waits for a person. */
    failed: { workflow: string; run: string }
    waiting: { workflow: string; run: string }
  }
}

export function actsOfWorkflows({ workspaceId, app, workflows }: WorkflowScene): Act[] {
  const w = `/w/${workspaceId}/apps/${app.id}/workflows`
  const { active, paused, failed, waiting } = workflows
  return [
    {
      at: 'workflows/CreateWorkflow.tsx',
      sends: 'workflows.create',
      path: w,
      open: click('button', 'New workflow'),
      typed: { Name: 'Nightly' },
      press: 'Create workflow',
    },
    {
      at: 'workflows/ArchiveWorkflow.tsx',
      sends: 'workflows.archive',
      path: w,
      open: choose('Sleeps', 'Archive workflow'),
      press: 'Archive workflow',
    },
    {
      at: 'workflows/use-turn-workflow.ts',
      sends: 'workflows.pause',
      path: `${w}/${active}`,
      press: 'Pause',
    },
    {
      at: 'workflows/RunNow.tsx',
      sends: 'workflows.run',
      path: `${w}/${active}`,
      open: click('button', 'Run'),
      typed: { Input: '{"a": 1}' },
      press: 'Start run',
    },
    {
      at: 'workflows/use-turn-workflow.ts',
      sends: 'workflows.start',
      path: `${w}/${paused}`,
      press: 'Start',
    },
    {
      at: 'workflows/use-save-workflow.ts',
      sends: 'workflows.update',
      path: `${w}/${active}/settings`,
      typed: { Description: 'What it is for' },
      press: 'Save',
    },
    {
      at: 'workflows/RestoreVersion.tsx',
      sends: 'workflows.update',
      path: `${w}/${active}/versions`,
      open: click('button', 'Restore version 1'),
      press: 'Restore version',
    },
    {
      at: 'workflow-runs/ExplainRun.tsx',
      sends: 'runs.analyze',
      path: `${w}/${failed.workflow}/runs/${failed.run}`,
      press: 'Explain',
    },
    {
      at: 'workflow-runs/ReplayRun.tsx',
      sends: 'workflows.run',
      path: `${w}/${failed.workflow}/runs/${failed.run}`,
      open: click('button', 'Replay'),
      press: 'Start replay',
    },
    {
      at: 'workflow-runs/DecideStep.tsx',
      sends: 'runs.decide',
      path: `${w}/${waiting.workflow}/runs/${waiting.run}`,
      typed: { Comment: 'Looks right' },
      press: 'Approve',
    },
    {
      at: 'workflow-runs/CancelRun.tsx',
      sends: 'runs.cancel',
      path: `${w}/${waiting.workflow}/runs/${waiting.run}`,
      open: click('button', 'Cancel'),
      press: 'Cancel run',
    },
  ]
}
