/** What workflows and their runs are refused with. */
export const workflowErrors = {
  run_not_failed: {
    status: 400,
    message: 'Only a run that failed can be explained; read its status first.',
  },
  not_an_approver: {
    status: 403,
    message: 'The workflow names others who decide this; ask one of them.',
  },
  workflow_not_found: { status: 404, message: 'There is no workflow with this id in this app.' },
  run_not_found: { status: 404, message: 'There is no run with this id of this workflow.' },
  step_not_found: { status: 404, message: 'This run has no step with this id that waits for a decision.' },
  workflow_limit_reached: {
    status: 409,
    message: 'An app has at most 200 workflows; archive some you do not use.',
  },
  workflow_changed: {
    status: 409,
    message: 'Somebody else changed this workflow; read it again and send your change once more.',
  },
  run_finished: { status: 409, message: 'This run has ended already; there is nothing left to stop.' },
  run_not_finished: {
    status: 409,
    message: 'This run has not ended yet; wait for its end, or cancel it first.',
  },
  workflow_loop: {
    status: 508,
    message: 'Workflows, functions and automations started each other more than 8 times in a row.',
  },
} as const satisfies Record<string, { status: number; message: string }>
