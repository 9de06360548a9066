import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Email, type Role } from '@atrium/contract'
import type { Static } from 'typebox'
import Value from 'typebox/value'
import { notify } from '../platform/database/listen.ts'
import { transaction } from '../platform/database/transaction.ts'
import { makeId } from '../platform/ids.ts'
import { isCommonPassword, TOO_COMMON } from '../platform/passwords/common-passwords.ts'
import { hashPassword } from '../platform/passwords/passwords.ts'
import { CREDENTIALS_CHANNEL } from '../tenancy/access/authenticate.ts'
import { accountStore } from '../tenancy/account/account-store.ts'
import { type Command, type Flags, OperatorError, UsageError, writeResult } from './command.ts'
import { getPerson } from './get-person.ts'
import { operatorStore } from './store.ts'

const ROLES: readonly Static<typeof Role>[] = ['owner', 'admin', 'editor', 'viewer', 'guest']

export const createUserCommand: Command = {
  words: ['user', 'create'],
  usage: '--email E [--name N] [--password-stdin] [--workspace ID --role R]',
  summary: 'Makes a user, in a workspace or in none yet; prints a password unless one is given.',
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    'password-stdin': { type: 'boolean' },
    workspace: { type: 'string' },
    role: { type: 'string' },
  },
  prepare(flags, operator) {
    flags.noWords()
    const email = readEmail(flags)
    const full_name = flags.find('name') ?? ''
    const place = readPlace(flags)
    return async ({ db, now, log }) => {
      const { password, isGenerated } = await choosePassword(flags, operator.stdin)
      const password_hash = await hashPassword(password)
      const id = makeId('usr', now)
      await transaction(db, async (tx) => {
        const store = operatorStore(tx)
        if (await store.findUser(email))
          throw new OperatorError(`There is a user with the email ${email} already.`)
        await store.insertUser({ id, email, full_name, password_hash, created_date: now })
        if (!place) return
        const [workspace_id] = await store.knownWorkspaces([place.workspace])
        if (workspace_id === undefined) throw new OperatorError(`There is no workspace "${place.workspace}".`)
        await store.join({ workspace_id, email, user_id: id, full_name, role: place.role, now })
        await store.record(now, {
          workspace_id,
          action: 'members.add',
          target_type: 'member',
          target_id: email,
          detail: { role: place.role },
        })
        await notify(tx, CREDENTIALS_CHANNEL, id)
      })
      writeResult(operator, { id, email, ...(isGenerated && { password }) })
      if (isGenerated) log.info({}, 'The password is shown only now; keep it safe.')
    }
  },
}

export const setPasswordCommand: Command = {
  words: ['user', 'password'],
  usage: '--email E [--password-stdin]',
  summary: "Gives a user a new password and ends the user's sessions.",
  options: { email: { type: 'string' }, 'password-stdin': { type: 'boolean' } },
  prepare(flags, operator) {
    flags.noWords()
    const email = readEmail(flags)
    return async ({ db, now, log }) => {
      const { password, isGenerated } = await choosePassword(flags, operator.stdin)
      const password_hash = await hashPassword(password)
      await transaction(db, async (tx) => {
        const store = operatorStore(tx)
        const user = await getPerson(store, email)
        await accountStore(tx).setPassword(user.id, password_hash)
        await store.deleteSessions(user.id)
        await notify(tx, CREDENTIALS_CHANNEL, user.id)
        for (const workspace_id of await store.activeWorkspaces(user.id)) {
          const target = { target_type: 'user', target_id: user.id }
          await store.record(now, { workspace_id, action: 'users.set_password', ...target, detail: {} })
        }
      })
      writeResult(operator, { email, ...(isGenerated && { password }) })
      if (isGenerated) log.info({}, 'The password is shown only now; keep it safe.')
    }
  },
}

export function readEmail(flags: Flags): string {
  const email = flags.get('email').toLowerCase()
  if (!Value.Check(Email, email)) throw new UsageError(`--email ${email} is not an email address.`)
  return email
}

function readPlace(flags: Flags): { workspace: string; role: string } | null {
  const [workspace, role] = [flags.find('workspace'), flags.find('role')]
  if (workspace === null && role === null) return null
  if (workspace === null || role === null) throw new UsageError('--workspace and --role belong together.')
  return { workspace, role: flags.oneOf('role', ROLES, 'viewer') }
}

const SHORTEST = 8
const LONGEST = 256

/** Never an argument: other users of the machine can read those. */
async function choosePassword(flags: Flags, stdin: Readable) {
  if (!flags.has('password-stdin')) {
    return { password: randomBytes(15).toString('base64url'), isGenerated: true }
  }
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  const password = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
  if (password.length < SHORTEST || password.length > LONGEST) {
    throw new OperatorError(`A password has ${SHORTEST} to ${LONGEST} characters.`)
  }
  if (isCommonPassword(password)) throw new OperatorError(TOO_COMMON)
  return { password, isGenerated: false }
}
