/** The refusals of repositories, pull requests, coding sessions and the app builder's chat. */
export const codingErrors = {
  repository_not_found: {
    status: 404,
    message: 'There is no such repository, or the token does not reach it; check both.',
  },
  pull_request_not_found: {
    status: 404,
    message: 'There is no such pull request in the connected repository; list them.',
  },
  coding_session_not_found: {
    status: 404,
    message: 'There is no such coding session in this app; list its sessions.',
  },
  session_message_not_found: { status: 404, message: 'This coding session has no such message.' },
  chat_message_not_found: { status: 404, message: 'There is no such chat message in this app.' },
  invalid_repository_address: {
    status: 400,
    message: 'This address cannot be called; use the https address of a repository.',
  },
  repository_not_connected: {
    status: 409,
    message: 'This app has no connected repository; connect one first.',
  },
  repository_mismatch: {
    status: 409,
    message: 'The app is connected to another repository than expected; nothing was started.',
  },
  repository_access_denied: {
    status: 409,
    message: 'The forge refuses the access token; connect again with one that may write.',
  },
  repository_too_large: {
    status: 409,
    message: 'The repository is too large; see the limits in the documentation.',
  },
  repository_in_use: {
    status: 409,
    message: 'A coding session works on this repository; wait for it, or cancel it first.',
  },
  repository_exists: {
    status: 409,
    message: 'The workspace has a repository of this name; choose another, or connect that one.',
  },
  repository_limit_reached: {
    status: 409,
    message: 'A workspace can have at most 100 local repositories; use one of them.',
  },
  base_branch_not_found: {
    status: 409,
    message: 'The repository has no such branch; name one that it has.',
  },
  nothing_to_push: {
    status: 409,
    message: 'The repository already holds the code of the app; nothing was pushed.',
  },
  branch_moved: {
    status: 409,
    message: 'The branch has commits that were not brought in yet; pull them first, then push again.',
  },
  pull_request_closed: { status: 409, message: 'This pull request is not open any more.' },
  pull_request_changed: {
    status: 409,
    message: 'The pull request has new commits since you looked; look again, then merge.',
  },
  merge_conflict: {
    status: 409,
    message: 'The branches conflict; merge the base branch into the other one first.',
  },
  session_queue_full: {
    status: 409,
    message: 'This app has 20 coding sessions waiting or running; wait until some have ended.',
  },
  session_ended: { status: 409, message: 'This coding session has ended; there is nothing to cancel.' },
  session_full: {
    status: 409,
    message: 'This session holds as many events as it may; launch another one.',
  },
  session_busy: {
    status: 409,
    message: 'The session cannot take a message now; wait until it can.',
  },
  input_request_changed: {
    status: 409,
    message: 'This question is not open any more; read the one that is open, then answer it.',
  },
  delivery_interrupted: {
    status: 409,
    message: 'The session ended before it read this message; send it again with a new key.',
  },
  forge_unavailable: {
    status: 503,
    message: 'The forge cannot be reached or does not answer; try again later.',
  },
  git_unavailable: {
    status: 503,
    message: 'This server has no git, which repositories need; ask its operator to install it.',
  },
} as const satisfies Record<string, { status: number; message: string }>
