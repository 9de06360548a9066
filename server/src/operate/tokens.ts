import { isTime, readTime } from '../platform/archive/times.ts'
import type { Db } from '../platform/database/db.ts'
import { notify } from '../platform/database/listen.ts'
import { transaction } from '../platform/database/transaction.ts'
import { makeId } from '../platform/ids.ts'
import { hashSecret, makeSecret } from '../platform/secrets.ts'
import { CREDENTIALS_CHANNEL } from '../tenancy/access/authenticate.ts'
import { type Command, type Flags, OperatorError, UsageError, writeResult } from './command.ts'
import { operatorStore } from './store.ts'

export const createTokenCommand: Command = {
  words: ['token', 'create'],
  usage:
    '--email E [--workspace ID] [--permission read_only|full_access] [--kind personal_token|workspace_key] ' +
    '[--name N] [--app-id ID]… [--expires-in 30d]',
  summary: 'Makes a token and prints it once. A workspace key needs --workspace instead of --email.',
  options: {
    email: { type: 'string' },
    workspace: { type: 'string' },
    permission: { type: 'string' },
    kind: { type: 'string' },
    name: { type: 'string' },
    'app-id': { type: 'string', multiple: true },
    'expires-in': { type: 'string' },
  },
  prepare(flags, operator) {
    flags.noWords()
    const kind = flags.oneOf('kind', ['personal_token', 'workspace_key'], 'personal_token')
    const permission = flags.oneOf('permission', ['read_only', 'full_access'], 'full_access')
    const email = kind === 'personal_token' ? flags.get('email').toLowerCase() : null
    const workspace = kind === 'workspace_key' ? flags.get('workspace') : flags.find('workspace')
    const appIds = flags.list('app-id')
    const expiresIn = readDuration(flags)
    return async ({ db, now, log }) => {
      const secret = makeSecret(kind === 'personal_token' ? 'pat' : 'wsk')
      const holder =
        email === null ? await keyHolder(db, workspace ?? '') : await tokenHolder(db, email, workspace)
      const row = {
        ...holder,
        id: makeId('tok', now),
        kind,
        permission,
        app_ids: appIds.length > 0 ? await knownApps(db, holder.workspace_id, appIds) : null,
        name: flags.find('name') ?? 'made by the operator',
        created_date: now,
        expires_at: expiresIn === null ? null : readTime(`now+${expiresIn}`, now),
      }
      await transaction(db, async (tx) => {
        const store = operatorStore(tx)
        await store.insertCredential({ ...row, secret_hash: hashSecret(secret) })
        const { name, app_ids, expires_at, user_id } = row
        await store.record(now, {
          workspace_id: row.workspace_id,
          action: 'tokens.create',
          target_type: 'token',
          target_id: row.id,
          detail: { kind, name, permission, app_ids, expires_at, user_id },
        })
      })
      const { id, workspace_id, expires_at } = row
      const expires = expires_at?.toISOString() ?? 'never'
      writeResult(operator, { id, workspace: workspace_id, permission, expires, token: secret })
      log.info({}, 'The token is shown only now; keep it safe.')
    }
  },
}

export const revokeTokenCommand: Command = {
  words: ['token', 'revoke'],
  usage: 'ID',
  summary: 'Ends a token, key or session by its id, at once on every node.',
  options: {},
  prepare(flags, operator) {
    const id = flags.word('The ID of the token')
    return async ({ db, now }) => {
      await transaction(db, async (tx) => {
        const store = operatorStore(tx)
        const ended = await store.deleteCredential(id)
        if (!ended) throw new OperatorError(`There is no token "${id}".`)
        await notify(tx, CREDENTIALS_CHANNEL, id)
        if (ended.workspace_id === null) return
        await store.record(now, {
          workspace_id: ended.workspace_id,
          action: 'tokens.revoke',
          target_type: 'token',
          target_id: id,
          detail: { kind: ended.kind, name: ended.name, user_id: ended.user_id },
        })
      })
      writeResult(operator, { revoked: id })
    }
  },
}

/** `30d`, `12h` … */
function readDuration(flags: Flags): string | null {
  const text = flags.find('expires-in')
  if (text === null) return null
  if (!/^[1-9]/.test(text) || !isTime(`now+${text}`)) {
    throw new UsageError('--expires-in is a duration such as 12h, 30d or 52w.')
  }
  return text
}

async function keyHolder(db: Db, workspaceId: string) {
  const [workspace_id] = await operatorStore(db).knownWorkspaces([workspaceId])
  if (workspace_id === undefined) throw new OperatorError(`There is no workspace "${workspaceId}".`)
  return { user_id: null, workspace_id }
}

/** A token acts for a member in one workspace: the one named, or the only one there is. */
async function tokenHolder(db: Db, email: string, workspaceId: string | null) {
  const store = operatorStore(db)
  const user = await store.findUser(email)
  if (!user) throw new OperatorError(`There is no user with the email ${email}.`)
  const workspaces = await store.activeWorkspaces(user.id)
  if (workspaceId !== null && !workspaces.includes(workspaceId)) {
    throw new OperatorError(`${email} is not an active member of the workspace "${workspaceId}".`)
  }
  const [first, ...others] = workspaceId === null ? workspaces : [workspaceId]
  if (first === undefined) throw new OperatorError(`${email} is not an active member of any workspace.`)
  if (others.length > 0) {
    throw new OperatorError(
      `${email} has several workspaces; choose one with --workspace: ${workspaces.join(', ')}.`,
    )
  }
  return { user_id: user.id, workspace_id: first }
}

async function knownApps(db: Db, workspaceId: string, ids: string[]): Promise<string[]> {
  const known = await operatorStore(db).knownApps(workspaceId, ids)
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown !== undefined)
    throw new OperatorError(`The workspace "${workspaceId}" has no app "${unknown}".`)
  return ids
}
