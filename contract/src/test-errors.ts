/** The refusals of automated tests, their runs and recordings. */
export const testErrors = {
  flow_not_found: { status: 404, message: 'There is no such test in this app; list its tests.' },
  test_run_not_found: { status: 404, message: 'There is no such test run in this app; list its runs.' },
  test_artifact_not_found: {
    status: 404,
    message: 'This run has no such artifact, or it was removed after 30 days.',
  },
  recording_not_found: {
    status: 404,
    message: 'There is no such recording, or its time is over; begin a new one.',
  },
  flow_limit_reached: { status: 409, message: 'An app can have at most 250 tests; delete some first.' },
  flow_running: { status: 409, message: 'This test has a run going; wait for it, or cancel it first.' },
  no_start_address: {
    status: 409,
    message: 'The app has no site yet; publish it, or give the test a start_url.',
  },
  test_queue_full: {
    status: 409,
    message: 'This app has 20 test runs waiting or running; wait until some have ended.',
  },
  test_run_ended: { status: 409, message: 'This test run has ended; there is nothing to cancel.' },
  test_run_unfinished: { status: 409, message: 'This test run has not ended yet; read its report later.' },
  recording_limit_reached: {
    status: 409,
    message: 'This app has 10 open recordings; end one first.',
  },
} as const satisfies Record<string, { status: number; message: string }>
