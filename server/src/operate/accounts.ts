import { notify } from '../platform/database/listen.ts'
import { transaction } from '../platform/database/transaction.ts'
import { CREDENTIALS_CHANNEL } from '../tenancy/access/authenticate.ts'
import { openText } from '../tenancy/mail/sealed-text.ts'
import { accountOperatorStore } from './account-store.ts'
import { type Command, OperatorError, writeResult } from './command.ts'
import { getPerson } from './get-person.ts'
import { operatorStore } from './store.ts'
import { readEmail } from './users.ts'

export const removeSecondFactorCommand: Command = {
  words: ['user', 'remove-second-factor'],
  usage: '--email E',
  summary: "Removes a user's authenticator app, passkeys and recovery codes, and ends the user's sessions.",
  options: { email: { type: 'string' } },
  prepare(flags, operator) {
    flags.noWords()
    const email = readEmail(flags)
    return async ({ db, now }) => {
      const removed = await transaction(db, async (tx) => {
        const store = operatorStore(tx)
        const user = await getPerson(store, email)
        const counts = await accountOperatorStore(tx).removeFactors(user.id)
        await store.deleteSessions(user.id)
        await notify(tx, CREDENTIALS_CHANNEL, user.id)
        for (const workspace_id of await store.activeWorkspaces(user.id)) {
          const target = { target_type: 'user', target_id: user.id }
          const action = 'users.remove_second_factor'
          await store.record(now, { workspace_id, action, ...target, detail: { ...counts } })
        }
        return counts
      })
      writeResult(operator, { email, ...removed })
    }
  },
}

/** Without a mail server nobody else may read them: a link in one of them opens the account. */
export const readAccountMailCommand: Command = {
  words: ['user', 'mail'],
  usage: '--email E',
  summary: 'Prints the newest email about an account that is kept here, for a server without a mail server.',
  options: { email: { type: 'string' } },
  prepare(flags, { stdout }) {
    flags.noWords()
    const email = readEmail(flags)
    return async ({ db, secrets }) => {
      const mail = await accountOperatorStore(db).newestMail(email)
      if (!mail) throw new OperatorError(`No email about an account is kept for ${email}.`)
      const text = openText(secrets, mail.id, mail.sealed_text)
      stdout.write(`${mail.subject}\n${mail.created_date.toISOString()}\n\n${text}`)
    }
  },
}
