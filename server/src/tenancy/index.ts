/** Who there is and what they may reach: users, workspaces, members, apps, credentials, audit. */
import { operations } from '@atrium/contract'
import { every } from '../platform/jobs/job.ts'
import { handle, module } from '../platform/module.ts'
import { accountHandlers } from './account/index.ts'
import { mailAccountReset } from './account/mail-account-reset.ts'
import { sealedTotpSecrets } from './account/sealed-secret.ts'
import { listAppProviders } from './app-providers/list-app-providers.ts'
import { listLoginProviders } from './app-providers/list-login-providers.ts'
import { loginAsClient } from './app-providers/login-as-client.ts'
import { loginWithGoogle } from './app-providers/login-with-google.ts'
import { loginWithProvider } from './app-providers/login-with-provider.ts'
import { receiveProviderCallback } from './app-providers/receive-provider-callback.ts'
import { removeAppProvider } from './app-providers/remove-app-provider.ts'
import { setAppProvider } from './app-providers/set-app-provider.ts'
import { inviteAppUser } from './app-users/invite-app-user.ts'
import { listAppUsers } from './app-users/list-app-users.ts'
import { openAppAfterLogout } from './app-users/pages/open-app-after-logout.ts'
import { openLoginPage } from './app-users/pages/open-login-page.ts'
import { previewPage } from './app-users/pages/preview-page.ts'
import { readPublicSettings } from './app-users/pages/read-public-settings.ts'
import { readReturnAddress } from './app-users/pages/read-return-address.ts'
import { purgeAppUsers } from './app-users/purge-app-users.ts'
import { readAppMe } from './app-users/read-app-me.ts'
import { removeAppUser } from './app-users/remove-app-user.ts'
import { changePassword } from './app-users/sign-in/change-password.ts'
import { loginToApp } from './app-users/sign-in/login-to-app.ts'
import { logoutOfApp } from './app-users/sign-in/logout-of-app.ts'
import { mailProof } from './app-users/sign-in/mail-proof.ts'
import { readSignInSettings } from './app-users/sign-in/read-sign-in-settings.ts'
import { registerInApp } from './app-users/sign-in/register-in-app.ts'
import { requestMagicLink } from './app-users/sign-in/request-magic-link.ts'
import { requestPasswordReset } from './app-users/sign-in/request-password-reset.ts'
import { resendOtp } from './app-users/sign-in/resend-otp.ts'
import { resetPassword } from './app-users/sign-in/reset-password.ts'
import { updateSignInSettings } from './app-users/sign-in/update-sign-in-settings.ts'
import { verifyMagicLink } from './app-users/sign-in/verify-magic-link.ts'
import { verifyOtp } from './app-users/sign-in/verify-otp.ts'
import { updateAppMe } from './app-users/update-app-me.ts'
import { updateAppUser } from './app-users/update-app-user.ts'
import { createApp } from './apps/create-app.ts'
import { deleteApp } from './apps/delete-app.ts'
import { listApps } from './apps/list-apps.ts'
import { readApp } from './apps/read-app.ts'
import { updateApp } from './apps/update-app.ts'
import { tenancyArchive } from './archive.ts'
import { listAudit } from './audit/list-audit.ts'
import type { TenancyDeps } from './base-deps.ts'
import { listCollaborators } from './collaborators/list-collaborators.ts'
import { removeCollaborator } from './collaborators/remove-collaborator.ts'
import { setCollaborator } from './collaborators/set-collaborator.ts'
import { listCreditUses } from './credits/list-credit-uses.ts'
import { maintainLedger } from './credits/maintain-ledger.ts'
import { readCredits } from './credits/read-credits.ts'
import { acceptInvitation } from './invitations/accept-invitation.ts'
import { createInvitation } from './invitations/create-invitation.ts'
import { createInvitations } from './invitations/create-invitations.ts'
import { expireInvitations } from './invitations/expire-invitations.ts'
import { previewInvitation } from './invitations/preview-invitation.ts'
import { resendInvitation } from './invitations/resend-invitation.ts'
import { resendInvitations } from './invitations/resend-invitations.ts'
import { revokeInvitation } from './invitations/revoke-invitation.ts'
import { listMail } from './mail/list-mail.ts'
import { purgeMail } from './mail/purge-mail.ts'
import { sealedMails } from './mail/sealed-text.ts'
import { deliverMail } from './mail/send-mail.ts'
import { listMembers } from './members/list-members.ts'
import { refreshMemberStats } from './members/refresh-member-stats.ts'
import { removeMember } from './members/remove-member.ts'
import { setDefaultCreditLimit } from './members/set-default-credit-limit.ts'
import { setMemberCreditLimit } from './members/set-member-credit-limit.ts'
import { setMemberCreditLimits } from './members/set-member-credit-limits.ts'
import { setMemberRole } from './members/set-member-role.ts'
import { setMemberRoles } from './members/set-member-roles.ts'
import { purgeModelUsage } from './model-usage/purge-model-usage.ts'
import { confirmOpenidSession } from './openid/confirm-openid-session.ts'
import { listSignInOptions } from './openid/list-sign-in-options.ts'
import { readWorkspaceOpenid } from './openid/read-workspace-openid.ts'
import { receiveOpenidCallback } from './openid/receive-openid-callback.ts'
import { removeWorkspaceOpenid } from './openid/remove-workspace-openid.ts'
import { sealedClientSecrets } from './openid/sealed-client-secret.ts'
import { setWorkspaceOpenid } from './openid/set-workspace-openid.ts'
import { startOpenidSession } from './openid/start-openid-session.ts'
import { verifySignInDomain } from './openid/verify-sign-in-domain.ts'
import { purgeEnded } from './purge-ended.ts'
import { createServiceAccount } from './service-accounts/create-service-account.ts'
import { createServiceToken } from './service-accounts/create-service-token.ts'
import { deleteServiceAccount } from './service-accounts/delete-service-account.ts'
import { listServiceAccounts } from './service-accounts/list-service-accounts.ts'
import { listServiceTokens } from './service-accounts/list-service-tokens.ts'
import { revokeServiceToken } from './service-accounts/revoke-service-token.ts'
import { updateServiceAccount } from './service-accounts/update-service-account.ts'
import { createSession } from './session/create-session.ts'
import { deleteSession } from './session/delete-session.ts'
import { listWorkspaces } from './session/list-workspaces.ts'
import { readSession } from './session/read-session.ts'
import { createApiKey } from './tokens/create-api-key.ts'
import { createToken } from './tokens/create-token.ts'
import { listTokens } from './tokens/list-tokens.ts'
import { revokeToken } from './tokens/revoke-token.ts'
import { createWorkspace } from './workspaces/create-workspace.ts'
import { leaveWorkspace } from './workspaces/leave-workspace.ts'
import { listInstallationWorkspaces } from './workspaces/list-installation-workspaces.ts'
import { readInstallationWorkspace } from './workspaces/read-installation-workspace.ts'
import { readStandIns } from './workspaces/read-stand-ins.ts'
import { transferWorkspace } from './workspaces/transfer-workspace.ts'
import { updateInstallationWorkspace } from './workspaces/update-installation-workspace.ts'
import { updateWorkspace } from './workspaces/update-workspace.ts'

export type { Access, App, VisitedApp } from './access/access.ts'
export { reachesApp } from './access/access.ts'
export { administeredWorkspace } from './access/administered-workspace.ts'
export { type Caller, userOf } from './access/caller.ts'
export { forbiddenUnlessFound } from './access/forbidden-unless-found.ts'
export { canEditWorkspace, isAdmin } from './access/roles.ts'
export type { AppRow, Workspace } from './access/store.ts'
export { requireWholeWorkspace } from './access/whole-workspace.ts'
export { countNewUsers } from './app-users/new-users-store.ts'
export { type AppAddresses, isListedOrigin } from './app-users/pages/allowed-origins.ts'
export { isTestAddress } from './app-users/test-users/test-address.ts'
export { createTestUser, removeTestUser, type TestUserDeps } from './app-users/test-users/test-users.ts'
export type { UserFields } from './app-users/user-fields.ts'
export { addApp } from './apps/add-app.ts'
export { APP_OF_ROW, type AppOfRow, type AppScope, IN_SCOPE, scopeValues } from './apps/app-scope.ts'
export { changeHeldApp, holdApp } from './apps/hold-app.ts'
export { listVisibleApps } from './apps/list-visible-apps.ts'
export { type FindNamed, findNamedIn, holdsName, type NamedRow } from './apps/name-search-store.ts'
export { isPersonOfApp } from './apps/person-of-app-store.ts'
export { type AppView, presentApp } from './apps/present-app.ts'
export { publishedUrlOf } from './apps/published-url-store.ts'
export { setPublishedUrl } from './apps/set-published-url.ts'
export { setScanSwitches } from './apps/set-scan-switches.ts'
export { isOfExportedApp } from './archive/scope.ts'
export type { BaseDeps, TenancyDeps } from './base-deps.ts'
export { type Billing, billingOfApp } from './billing-store.ts'
export { countCredits } from './credits/credit-days-store.ts'
export type { CreditUse } from './credits/credits.ts'
export { importCreditUses } from './credits/import-credit-uses.ts'
export { sendMail } from './mail/send-mail.ts'
export { listMembers } from './members/list-members.ts'
export { refuseForModel } from './model-usage/refusals.ts'
export { modelUsageStore } from './model-usage/usage-store.ts'
export { requirePlan } from './plans.ts'
export { type AppQuotas, type Quotas, refuseBy } from './quotas/quotas.ts'
export { type QuotaLimits, type QuotaName, reached, type Used } from './quotas/usual-quotas.ts'

export { changeWorkspace } from './workspaces/change-workspace.ts'
export { isInstallationAdmin } from './workspaces/installation-admin.ts'
export { presentInstallationWorkspace } from './workspaces/present-installation-workspace.ts'
export { workspaceSettingsStore } from './workspaces/settings-store.ts'
export { unknownName, WRONG_NAME } from './workspaces/workspace-settings.ts'

export const tenancy = module<TenancyDeps>('tenancy', {
  handlers: [
    handle(operations.session.create, createSession),
    handle(operations.session.read, readSession),
    handle(operations.session.delete, deleteSession),
    ...accountHandlers,
    handle(operations.session.sign_in_options, listSignInOptions),
    handle(operations.session.openid_start, startOpenidSession),
    handle(operations.session.openid_callback, receiveOpenidCallback),
    handle(operations.session.openid_confirm, confirmOpenidSession),
    handle(operations.workspace_openid.read, readWorkspaceOpenid),
    handle(operations.workspace_openid.set, setWorkspaceOpenid),
    handle(operations.workspace_openid.verify_domain, verifySignInDomain),
    handle(operations.workspace_openid.remove, removeWorkspaceOpenid),
    handle(operations.workspaces.list, listWorkspaces),
    handle(operations.workspaces.create, createWorkspace),
    handle(operations.workspaces.update, updateWorkspace),
    handle(operations.workspaces.leave, leaveWorkspace),
    handle(operations.workspaces.transfer, transferWorkspace),
    handle(operations.workspaces.stand_ins, readStandIns),
    handle(operations.service_accounts.create, createServiceAccount),
    handle(operations.service_accounts.list, listServiceAccounts),
    handle(operations.service_accounts.update, updateServiceAccount),
    handle(operations.service_accounts.delete, deleteServiceAccount),
    handle(operations.service_accounts.create_token, createServiceToken),
    handle(operations.service_accounts.list_tokens, listServiceTokens),
    handle(operations.service_accounts.revoke_token, revokeServiceToken),
    handle(operations.installation.list_workspaces, listInstallationWorkspaces),
    handle(operations.installation.read_workspace, readInstallationWorkspace),
    handle(operations.installation.update_workspace, updateInstallationWorkspace),
    handle(operations.tokens.create, createToken),
    handle(operations.tokens.list, listTokens),
    handle(operations.tokens.revoke, revokeToken),
    handle(operations.api_keys.create, createApiKey),
    handle(operations.members.list, listMembers),
    handle(operations.members.set_role, setMemberRole),
    handle(operations.members.bulk_set_role, setMemberRoles),
    handle(operations.members.set_credit_limit, setMemberCreditLimit),
    handle(operations.members.bulk_set_credit_limit, setMemberCreditLimits),
    handle(operations.members.set_default_credit_limit, setDefaultCreditLimit),
    handle(operations.members.remove, removeMember),
    handle(operations.invitations.create, createInvitation),
    handle(operations.invitations.bulk, createInvitations),
    handle(operations.invitations.resend, resendInvitation),
    handle(operations.invitations.bulk_resend, resendInvitations),
    handle(operations.invitations.revoke, revokeInvitation),
    handle(operations.invitations.preview, previewInvitation),
    handle(operations.invitations.accept, acceptInvitation),
    handle(operations.mail.list, listMail),
    handle(operations.apps.list, listApps),
    handle(operations.apps.create, createApp),
    handle(operations.apps.read, readApp),
    handle(operations.apps.update, updateApp),
    handle(operations.apps.delete, deleteApp),
    handle(operations.collaborators.list, listCollaborators),
    handle(operations.collaborators.set, setCollaborator),
    handle(operations.collaborators.remove, removeCollaborator),
    handle(operations.apps.public_settings, readPublicSettings),
    handle(operations.app_auth.login, loginToApp),
    handle(operations.app_auth.register, registerInApp),
    handle(operations.app_auth.verify_otp, verifyOtp),
    handle(operations.app_auth.resend_otp, resendOtp),
    handle(operations.app_auth.reset_password_request, requestPasswordReset),
    handle(operations.app_auth.reset_password, resetPassword),
    handle(operations.app_auth.change_password, changePassword),
    handle(operations.app_auth.logout, logoutOfApp),
    handle(operations.app_auth.request_magic_link, requestMagicLink),
    handle(operations.app_auth.verify_magic_link, verifyMagicLink),
    handle(operations.app_auth.preview_page, previewPage),
    handle(operations.app_auth.read_return_address, readReturnAddress),
    handle(operations.sign_in_settings.read, readSignInSettings),
    handle(operations.sign_in_settings.update, updateSignInSettings),
    handle(operations.app_auth.providers, listLoginProviders),
    handle(operations.app_auth.provider_login, loginWithProvider),
    handle(operations.app_auth.client_login, loginAsClient),
    handle(operations.app_auth.google_login, loginWithGoogle),
    handle(operations.app_auth.client_login_page, openLoginPage),
    handle(operations.app_auth.client_logout, openAppAfterLogout),
    handle(operations.app_auth.provider_callback, receiveProviderCallback),
    handle(operations.app_providers.list, listAppProviders),
    handle(operations.app_providers.set, setAppProvider),
    handle(operations.app_providers.remove, removeAppProvider),
    handle(operations.users.me, readAppMe),
    handle(operations.users.update_me, updateAppMe),
    handle(operations.app_users.list, listAppUsers),
    handle(operations.app_users.invite, inviteAppUser),
    handle(operations.app_users.update, updateAppUser),
    handle(operations.app_users.remove, removeAppUser),
    handle(operations.credits.list, listCreditUses),
    handle(operations.credits.read, readCredits),
    handle(operations.audit.list, listAudit),
  ],
  jobs: [deliverMail, mailProof, mailAccountReset],
  schedules: [
    every('17 3 * * *', purgeEnded),
    every('27 3 * * *', maintainLedger),
    every('37 3 * * *', purgeMail),
    every('47 3 * * *', purgeAppUsers),
    every('57 3 * * *', purgeModelUsage),
    every('*/5 * * * *', expireInvitations),
    every('* * * * *', refreshMemberStats),
  ],
  archive: tenancyArchive,
  sealed: [...sealedMails, sealedTotpSecrets, ...sealedClientSecrets],
})
