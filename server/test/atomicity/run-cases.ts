import { makeWorkflow } from '../../src/modules/workflows/test/workflow-rows.ts'
import type { Cases } from './case.ts'

export const runCases: Cases = {
  'workflows.run': async ({ app, owner, client }) => {
    const { app_id, workflow_id, run } = await makeWorkflow(app, (await app.make.app(owner)).id)
    const replay_from_run_id = await run()
    const at = { app_id, workflow_id }
    return () => client.workflows.run(at, { replay_from_run_id, replay_from: 'failed_step' })
  },
  'runs.cancel': async ({ app, owner, client }) => {
    const { app_id, workflow_id, run } = await makeWorkflow(app, (await app.make.app(owner)).id)
    const run_id = await run({ status: 'queued', error: null, started_at: null, completed_at: null }, [])
    return () => client.runs.cancel({ app_id, workflow_id, run_id })
  },
  'runs.decide': async ({ app, owner, client }) => {
    const { app_id, workflow_id, run } = await makeWorkflow(app, (await app.make.app(owner)).id)
    const waiting = { status: 'waiting' as const, listens_to: 'approval', error: null, completed_at: null }
    const asked = { id: 'ask', name: 'ask', type: 'listen', ...waiting }
    const run_id = await run({ status: 'running', error: null, completed_at: null }, [asked])
    return () => client.runs.decide({ app_id, workflow_id, run_id }, { step_id: 'ask', approved: true })
  },
  'runs.analyze': {
    why: 'the model is asked between the turn that a server takes and what it stores, and never in a transaction',
    prepare: async ({ app, owner, client }) => {
      const { app_id, workflow_id, run } = await makeWorkflow(app, (await app.make.app(owner)).id)
      const at = { app_id, workflow_id, run_id: await run() }
      return () => client.runs.analyze(at)
    },
    steps: [
      'workflow_run_analyses insert',
      'model_usage insert',
      'audit_log insert, workflow_runs update',
      'workflow_run_analyses delete',
    ],
    undo: ['workflow_run_analyses delete'],
  },
}
