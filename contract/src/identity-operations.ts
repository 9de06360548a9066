import * as account from './account.ts'
import {
  changePassword,
  loginToApp,
  logoutOfApp,
  registerInApp,
  requestPasswordReset,
  resendOtp,
  resetPassword,
  verifyOtp,
} from './app-auth.ts'
import { openAppAfterLogout, openLoginPage } from './app-client-pages.ts'
import { readAppMe, updateAppMe } from './app-me.ts'
import {
  listAppProviders,
  listLoginProviders,
  loginAsClient,
  loginWithGoogle,
  loginWithProvider,
  receiveProviderCallback,
  removeAppProvider,
  setAppProvider,
} from './app-providers.ts'
import { previewPage, readReturnAddress, requestMagicLink, verifyMagicLink } from './app-sign-in-links.ts'
import { inviteAppUser, listAppUsers, readPublicSettings, removeAppUser, updateAppUser } from './app-users.ts'
import {
  createApp,
  deleteApp,
  listApps,
  listCollaborators,
  readApp,
  removeCollaborator,
  setCollaborator,
  updateApp,
} from './apps.ts'
import { listAudit } from './audit.ts'
import { listBackups } from './backups.ts'
import { listCreditUses, readCredits } from './credits.ts'
import { readInstallation } from './installation.ts'
import {
  listInstallationWorkspaces,
  readInstallationWorkspace,
  updateInstallationWorkspace,
} from './installation-workspaces.ts'
import {
  acceptInvitation,
  createInvitation,
  createInvitations,
  listMail,
  previewInvitation,
  resendInvitation,
  resendInvitations,
  revokeInvitation,
} from './invitations.ts'
import {
  removeMember,
  setDefaultCreditLimit,
  setMemberCreditLimit,
  setMemberCreditLimits,
  setMemberRole,
  setMemberRoles,
} from './member-changes.ts'
import { listMembers } from './members.ts'
import { readAppOverview, readWorkspaceOverview } from './overview.ts'
import {
  createServiceAccount,
  createServiceToken,
  deleteServiceAccount,
  listServiceAccounts,
  listServiceTokens,
  revokeServiceToken,
  updateServiceAccount,
} from './service-accounts.ts'
import {
  confirmSession,
  createPasskeySession,
  createSession,
  deleteSession,
  listWorkspaces,
  readSession,
  startPasskeySession,
} from './session.ts'
import { readSignInSettings, updateSignInSettings } from './sign-in-settings.ts'
import { createApiKey, createToken, listTokens, revokeToken } from './tokens.ts'
import { readUsage } from './usage.ts'
import {
  confirmOpenidSession,
  listSignInOptions,
  readWorkspaceOpenid,
  receiveOpenidCallback,
  removeWorkspaceOpenid,
  setWorkspaceOpenid,
  startOpenidSession,
  verifySignInDomain,
} from './workspace-openid.ts'
import {
  createWorkspace,
  leaveWorkspace,
  readStandIns,
  transferWorkspace,
  updateWorkspace,
} from './workspaces.ts'

/** Who there is: accounts, workspaces, members, apps and their users, and what was done by whom. */
export const identityOperations = {
  session: {
    create: createSession,
    read: readSession,
    delete: deleteSession,
    confirm: confirmSession,
    passkey_options: startPasskeySession,
    passkey: createPasskeySession,
    sign_in_options: listSignInOptions,
    openid_start: startOpenidSession,
    openid_callback: receiveOpenidCallback,
    openid_confirm: confirmOpenidSession,
  },
  account: {
    read: account.readAccount,
    update: account.updateAccount,
    change_password: account.changeAccountPassword,
    request_password_reset: account.requestAccountReset,
    reset_password: account.resetAccountPassword,
    list_sessions: account.listSessions,
    end_session: account.endSession,
    end_sessions: account.endSessions,
    start_totp: account.startTotp,
    confirm_totp: account.confirmTotp,
    remove_totp: account.removeTotp,
    generate_recovery_codes: account.generateRecoveryCodes,
    start_passkey: account.startPasskey,
    add_passkey: account.addPasskey,
    list_passkeys: account.listPasskeys,
    update_passkey: account.updatePasskey,
    remove_passkey: account.removePasskey,
  },
  workspace_openid: {
    read: readWorkspaceOpenid,
    set: setWorkspaceOpenid,
    verify_domain: verifySignInDomain,
    remove: removeWorkspaceOpenid,
  },
  workspaces: {
    list: listWorkspaces,
    create: createWorkspace,
    update: updateWorkspace,
    leave: leaveWorkspace,
    transfer: transferWorkspace,
    overview: readWorkspaceOverview,
    stand_ins: readStandIns,
  },
  tokens: { create: createToken, list: listTokens, revoke: revokeToken },
  service_accounts: {
    create: createServiceAccount,
    list: listServiceAccounts,
    update: updateServiceAccount,
    delete: deleteServiceAccount,
    create_token: createServiceToken,
    list_tokens: listServiceTokens,
    revoke_token: revokeServiceToken,
  },
  api_keys: { create: createApiKey },
  members: {
    list: listMembers,
    set_role: setMemberRole,
    bulk_set_role: setMemberRoles,
    set_credit_limit: setMemberCreditLimit,
    bulk_set_credit_limit: setMemberCreditLimits,
    set_default_credit_limit: setDefaultCreditLimit,
    remove: removeMember,
  },
  invitations: {
    create: createInvitation,
    bulk: createInvitations,
    resend: resendInvitation,
    bulk_resend: resendInvitations,
    revoke: revokeInvitation,
    preview: previewInvitation,
    accept: acceptInvitation,
  },
  mail: { list: listMail },
  apps: {
    list: listApps,
    create: createApp,
    read: readApp,
    update: updateApp,
    delete: deleteApp,
    public_settings: readPublicSettings,
    overview: readAppOverview,
  },
  collaborators: { list: listCollaborators, set: setCollaborator, remove: removeCollaborator },
  app_auth: {
    login: loginToApp,
    register: registerInApp,
    verify_otp: verifyOtp,
    resend_otp: resendOtp,
    reset_password: resetPassword,
    reset_password_request: requestPasswordReset,
    change_password: changePassword,
    logout: logoutOfApp,
    request_magic_link: requestMagicLink,
    verify_magic_link: verifyMagicLink,
    preview_page: previewPage,
    read_return_address: readReturnAddress,
    providers: listLoginProviders,
    provider_login: loginWithProvider,
    client_login: loginAsClient,
    google_login: loginWithGoogle,
    client_login_page: openLoginPage,
    client_logout: openAppAfterLogout,
    provider_callback: receiveProviderCallback,
  },
  sign_in_settings: { read: readSignInSettings, update: updateSignInSettings },
  app_providers: { list: listAppProviders, set: setAppProvider, remove: removeAppProvider },
  users: { me: readAppMe, update_me: updateAppMe },
  app_users: { list: listAppUsers, invite: inviteAppUser, update: updateAppUser, remove: removeAppUser },
  credits: { list: listCreditUses, read: readCredits },
  usage: { read: readUsage },
  audit: { list: listAudit },
  backups: { list: listBackups },
  installation: {
    read: readInstallation,
    list_workspaces: listInstallationWorkspaces,
    read_workspace: readInstallationWorkspace,
    update_workspace: updateInstallationWorkspace,
  },
} as const
