import { transaction } from '../platform/database/transaction.ts'
import { type Command, UsageError, visible } from './command.ts'
import { getPerson } from './get-person.ts'
import { operatorStore } from './store.ts'
import { readEmail } from './users.ts'

export const installationAdminCommand: Command = {
  words: ['user', 'installation-admin'],
  usage: '[--email E [--remove]]',
  summary:
    'Lets a user change plan, limits and billing of all workspaces in the console, or takes that back; prints who may.',
  options: { email: { type: 'string' }, remove: { type: 'boolean' } },
  prepare(flags, { stdout, format }) {
    flags.noWords()
    const email = flags.find('email') === null ? null : readEmail(flags)
    const isAdmin = !flags.has('remove')
    if (email === null && !isAdmin) throw new UsageError('--remove needs --email.')
    return async ({ db }) => {
      const admins = await transaction(db, async (tx) => {
        const store = operatorStore(tx)
        if (email !== null) await store.setInstallationAdmin((await getPerson(store, email)).id, isAdmin)
        return store.installationAdmins()
      })
      if (format === 'json') stdout.write(`${JSON.stringify({ installation_admins: admins }, null, 2)}\n`)
      else for (const admin of admins) stdout.write(`${visible(admin)}\n`)
    }
  },
}
