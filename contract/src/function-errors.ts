/** What backend functions, their automations and their secrets are refused with. */
export const functionErrors = {
  app_not_named: {
    status: 400,
    message:
      'This address takes the app from the token; send one of a single app, or name the app in the path.',
  },
  function_path_not_allowed: {
    status: 403,
    message: 'A function reaches only what the front end of its own app uses; see docs/functions.md.',
  },
  function_not_found: { status: 404, message: 'There is no backend function of this name in this app.' },
  deployment_not_found: {
    status: 404,
    message: 'This function has no such deployment; only its newest 20 are kept.',
  },
  secret_not_found: { status: 404, message: 'There is no secret of this name in this app.' },
  function_limit_reached: {
    status: 409,
    message: 'An app has at most 100 backend functions with 20 MiB of code; delete some you do not use.',
  },
  secret_limit_reached: {
    status: 409,
    message: 'An app has at most 200 secrets; delete some you do not use.',
  },
  function_failed: {
    status: 502,
    message: 'The function ended without a usable answer; its logs say why.',
  },
  function_busy: {
    status: 503,
    message: 'The function has as many calls as it can take; try again in a moment.',
  },
  functions_unavailable: {
    status: 503,
    message: 'This server cannot run backend functions right now; ask who runs it.',
  },
  function_timed_out: {
    status: 504,
    message: 'The function did not answer in time; let it answer sooner, and do the rest later.',
  },
  function_loop: {
    status: 508,
    message: 'Functions and automations called each other more than 8 times in a row; look for the circle.',
  },
} as const satisfies Record<string, { status: number; message: string }>
