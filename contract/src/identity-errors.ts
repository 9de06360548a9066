/** The refusals of accounts, workspaces, members, tokens, apps and their users. */
export const identityErrors = {
  not_a_session: { status: 400, message: 'Only a signed-in session can sign out; revoke a token instead.' },
  credit_limit_too_high: {
    status: 400,
    message: 'A credit limit can be at most the monthly limit of the workspace; choose a lower one.',
  },
  viewer_without_limit: {
    status: 400,
    message: 'A viewer takes no credit limit of their own; give them another role first.',
  },
  duplicate_email: { status: 400, message: 'This email stands in the list more than once; send it once.' },
  bulk_refused: {
    status: 400,
    message: 'Nothing was changed, because some could not be; see errors.',
  },
  localhost_not_allowed: {
    status: 400,
    message: 'The list names an address of localhost; set allow_localhost too, or take it off the list.',
  },
  invalid_code: { status: 400, message: 'The code is wrong, used or expired; ask for a new one.' },
  invalid_reset_token: { status: 400, message: 'The link is unknown, used or expired; ask for a new one.' },
  invalid_magic_link: { status: 400, message: 'The link is unknown, used or expired; ask for a new one.' },
  password_elsewhere: {
    status: 400,
    message: 'This person signs in with their Atrium account; its password is not changed in an app.',
  },
  invalid_login: { status: 401, message: 'Email or password is wrong.' },
  email_not_verified: {
    status: 403,
    message: 'This email is not verified yet; enter the code that was mailed to it, or ask for a new one.',
  },
  auth_required: { status: 403, message: 'Sign in to the app to open it.' },
  user_not_registered: {
    status: 403,
    message: 'The app does not know this person; sign up there, or ask for an invitation.',
  },
  app_closed: {
    status: 403,
    message:
      'This app takes only those who were invited or belong to its workspace; ask the people who run it.',
  },
  wrong_password: { status: 403, message: 'The current password is wrong.' },
  own_membership_protected: {
    status: 403,
    message: 'You cannot change or remove yourself; another owner or admin of the workspace can.',
  },
  owner_protected: {
    status: 403,
    message: "The owner's role, credit limit and membership cannot be changed here.",
  },
  owner_required: { status: 403, message: 'Only the owner of the workspace can do this.' },
  session_required: {
    status: 403,
    message: 'An access token stays in its workspace; sign in to create, join, hand over or leave one.',
  },
  installation_admin_required: {
    status: 403,
    message:
      'Only admins of the installation can do this; its operator makes you one: atrium user installation-admin.',
  },
  invitation_for_other_email: {
    status: 403,
    message: 'This invitation is for another email; sign in with that one, or sign out.',
  },
  token_scope_exceeded: {
    status: 403,
    message: 'A token makes and revokes only tokens that reach no further and last no longer than itself.',
  },
  token_limited_to_apps: {
    status: 403,
    message: 'This token is limited to some apps and cannot act on the whole workspace; use another one.',
  },
  workspace_not_found: {
    status: 404,
    message: 'No such workspace for this caller; list the workspaces first.',
  },
  app_not_found: { status: 404, message: 'No such app for this caller; list the apps first.' },
  app_user_not_found: { status: 404, message: 'No such user of this app; list its users first.' },
  member_not_found: { status: 404, message: 'No joined member of this workspace has this email.' },
  invitation_not_found: {
    status: 404,
    message: 'No such invitation: unknown, used or taken back; ask for a new one.',
  },
  collaborator_not_found: { status: 404, message: 'Nobody with this email is a collaborator of this app.' },
  token_not_found: { status: 404, message: 'No such access token for this caller; list the tokens first.' },
  service_account_not_found: {
    status: 404,
    message: 'No such service account of this workspace; list them first.',
  },
  owner_cannot_leave: {
    status: 409,
    message: 'The owner cannot leave; hand the workspace over to somebody first.',
  },
  nobody_takes_apps: {
    status: 409,
    message: 'No owner, admin or editor is left to take your apps; delete them or invite somebody first.',
  },
  member_cannot_own: {
    status: 409,
    message: 'Only an active admin or editor can become the owner; give them that role first.',
  },
  workspace_limit_reached: {
    status: 409,
    message: 'You own 20 workspaces, which is the most; hand one over first.',
  },
  service_account_limit_reached: {
    status: 409,
    message: 'A workspace has at most 50 service accounts, and each at most 20 tokens; remove one first.',
  },
  already_member: {
    status: 409,
    message: 'This person is already a member; change their role instead.',
  },
  already_invited: {
    status: 409,
    message: 'This email has an open invitation; send it again or take it back first.',
  },
  account_exists: {
    status: 409,
    message: 'There is an account with this email; sign in with it, then accept.',
  },
  app_user_exists: {
    status: 409,
    message: 'There is a user of this app with this email already; sign in with it.',
  },
  api_keys_retired: {
    status: 410,
    message: 'Personal API keys can no longer be created; create a personal access token.',
  },
  invitation_expired: {
    status: 410,
    message: 'This invitation is older than 60 days; ask for a new one.',
  },
  workspace_changed: {
    status: 412,
    message: 'The workspace was changed since you read it; read it again, then repeat your change.',
  },
  resend_limit_reached: {
    status: 429,
    message: 'This invitation was sent again 3 times within 10 minutes; wait as long as Retry-After says.',
  },
} as const satisfies Record<string, { status: number; message: string }>
