/** The operations on a person's own account. */
import { operations } from '@atrium/contract'
import { handle } from '../../platform/module.ts'
import { confirmSession } from '../session/confirm-session.ts'
import { createPasskeySession } from '../session/create-passkey-session.ts'
import { startPasskeySession } from '../session/start-passkey-session.ts'
import { addPasskey } from './add-passkey.ts'
import { changeAccountPassword } from './change-account-password.ts'
import { confirmTotp } from './confirm-totp.ts'
import { endSession } from './end-session.ts'
import { endSessions } from './end-sessions.ts'
import { generateRecoveryCodes } from './generate-recovery-codes.ts'
import { listPasskeys } from './list-passkeys.ts'
import { listSessions } from './list-sessions.ts'
import { readAccount } from './read-account.ts'
import { removePasskey } from './remove-passkey.ts'
import { removeTotp } from './remove-totp.ts'
import { requestAccountReset } from './request-account-reset.ts'
import { resetAccountPassword } from './reset-account-password.ts'
import { startPasskey } from './start-passkey.ts'
import { startTotp } from './start-totp.ts'
import { updateAccount } from './update-account.ts'
import { updatePasskey } from './update-passkey.ts'

export const accountHandlers = [
  handle(operations.session.confirm, confirmSession),
  handle(operations.session.passkey_options, startPasskeySession),
  handle(operations.session.passkey, createPasskeySession),
  handle(operations.account.read, readAccount),
  handle(operations.account.update, updateAccount),
  handle(operations.account.change_password, changeAccountPassword),
  handle(operations.account.request_password_reset, requestAccountReset),
  handle(operations.account.reset_password, resetAccountPassword),
  handle(operations.account.list_sessions, listSessions),
  handle(operations.account.end_session, endSession),
  handle(operations.account.end_sessions, endSessions),
  handle(operations.account.start_totp, startTotp),
  handle(operations.account.confirm_totp, confirmTotp),
  handle(operations.account.remove_totp, removeTotp),
  handle(operations.account.generate_recovery_codes, generateRecoveryCodes),
  handle(operations.account.start_passkey, startPasskey),
  handle(operations.account.add_passkey, addPasskey),
  handle(operations.account.list_passkeys, listPasskeys),
  handle(operations.account.update_passkey, updatePasskey),
  handle(operations.account.remove_passkey, removePasskey),
]
