/** Addresses of a person's own account. The mails of the server lead to them too. */
export const accountPaths = {
  /** Leads to the account, in the first workspace where there is one. */
  account: () => '/account',
  inWorkspace: (workspaceId: string) => `/w/${encodeURIComponent(workspaceId)}/account`,
  forgotPassword: () => '/account/forgot-password',
}
