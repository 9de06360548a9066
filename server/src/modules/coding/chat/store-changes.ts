import { ApiError } from '../../../platform/errors.ts'
import { oneLine } from '../../../platform/text/one-line.ts'
import { SessionFailed } from '../agent/session-failed.ts'
import type { Deps } from '../deps.ts'
import type { AppBase } from './app-copy.ts'
import type { ChangedApp } from './changed-app.ts'
import { ChatLost } from './chat-failures.ts'
import { chatStore, type SentChat } from './chat-store.ts'

/** How often others may change the code while this is stored. */
const MOST_TRIES = 5
const LONGEST_TITLE = 72

export type HeldChat = SentChat & { worker: string }

/**
 * Code, entities and the reply are stored in one transaction, once. What others changed in the meantime stays; fails with
 * `merge_conflict` when it is the same files or entities.
 */
export async function storeChanges(
  deps: Pick<Deps, 'builtApps'>,
  chat: HeldChat,
  workspaceId: string,
  { base, changed, reply }: { base: AppBase; changed: ChangedApp; reply: string },
): Promise<void> {
  const { builtApps } = deps
  const { app_id, user_id, email } = chat
  let expectedRevision = base.revision
  for (let tried = 1; ; tried++) {
    try {
      await builtApps.changeSource({
        ...{ app_id, user_id, expectedRevision, files: changed.files },
        message: oneLine(chat.text, LONGEST_TITLE),
        async alsoStore(tx, { revision }) {
          const store = chatStore(tx)
          if (!(await store.lockHeld(chat))) throw new ChatLost()
          const user = { id: user_id, email: email ?? '' }
          const schemas = { app_id, workspace_id: workspaceId, user, schemas: changed.schemas }
          const [taken] = changed.schemas.length > 0 ? await builtApps.setEntitySchemas(tx, schemas) : []
          if (taken !== undefined) throw conflict(`the entity ${taken}`)
          await store.apply(chat.id, {
            ...{ reply, files: changed.diff, entities: changed.schemas.map(({ name }) => name) },
            applied_revision: revision,
          })
        },
      })
      break
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'source_changed') || tried >= MOST_TRIES) throw error
      expectedRevision = await revisionAfterOthers(builtApps, app_id, base, changed)
    }
  }
  if (changed.schemas.length > 0) builtApps.invalidateEntitySchemas(app_id)
}

/** Where the code is by now, if what others changed are other files. */
async function revisionAfterOthers(
  builtApps: Deps['builtApps'],
  appId: string,
  base: AppBase,
  changed: ChangedApp,
): Promise<number> {
  const revision = await builtApps.sourceRevision(appId)
  const now = new Map<string, string>()
  for await (const { path, id } of builtApps.sourceFiles(appId)) now.set(path, id)
  const taken = changed.files.find(({ path }) => now.get(path) !== base.files.get(path))
  if (taken) throw conflict(taken.path)
  return revision
}

const conflict = (what: string) =>
  new SessionFailed(
    'merge_conflict',
    `Somebody else changed ${what} during this turn, so nothing of it was stored. Look at it, then send the message again.`,
  )
