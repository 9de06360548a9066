import { shorten } from '../../../platform/text/shorten.ts'
import { chooseCoder } from '../agent/coder/choose-coder.ts'
import type { Entry } from '../agent/loop/coder.ts'
import { type LoopEnd, runLoop } from '../agent/loop/run-loop.ts'
import { agentTools } from '../agent/tools/index.ts'
import type { Deps } from '../deps.ts'
import { type AppCopy, makeAppCopy } from './app-copy.ts'
import { findChanges } from './changed-app.ts'
import { ChatLost } from './chat-failures.ts'
import { createChatJournal } from './chat-journal.ts'
import { chatStore } from './chat-store.ts'
import { type HeldChat, storeChanges } from './store-changes.ts'

/** Somebody waits for it: fewer than a coding session may take (G533). */
const MOST_STEPS = 40
const LONGEST_REPLY = 10_000
const EARLIER_MESSAGES = 10
const LISTED_FILES = 300

/** Changes a copy of the app as the message says, and stores what came of it; returns whether the code was changed. */
export async function runTurn(
  deps: Deps,
  chat: HeldChat,
  workspaceId: string,
  signal: AbortSignal,
): Promise<{ reply: string; isCodeChanged: boolean }> {
  const made = await makeAppCopy(deps, chat)
  const { copy, base } = made
  try {
    const reply = replyOf(await workOn(deps, chat, workspaceId, made, signal))
    signal.throwIfAborted()
    const changed = await findChanges(deps.builtApps, copy, base)
    if (changed.diff.length > 0) await storeChanges(deps, chat, workspaceId, { base, changed, reply })
    return { reply, isCodeChanged: changed.files.length > 0 }
  } finally {
    await copy.remove()
  }
}

async function workOn(
  deps: Deps,
  chat: HeldChat,
  workspaceId: string,
  { copy, base }: AppCopy,
  signal: AbortSignal,
): Promise<LoopEnd> {
  const store = chatStore(deps.db)
  // What an earlier try did counts only on the code that it did it on.
  const done = chat.base_revision === base.revision ? (chat.turns as Entry[]) : []
  if (!(await store.saveTurns(chat, { turns: done, base_revision: base.revision }))) throw new ChatLost()
  const history = await earlierEntries(deps, chat)
  const off = await deps.commands.fault()
  const { maxTokens, maxCostMicros } = deps.codingSettings
  return runLoop({
    journal: createChatJournal(deps, chat, {
      ...{ history, text: chat.text, done, base_revision: base.revision },
    }),
    coder: chooseCoder(deps),
    tools: agentTools({ canRunCommands: off === null }),
    task: { kind: 'app', title: shorten(chat.text, 100), facts: await factsOf(copy, off) },
    ...{ copy, commands: deps.commands, signal },
    usedBy: { workspace_id: workspaceId, app_id: chat.app_id, user_id: chat.user_id },
    limits: { steps: MOST_STEPS, tokens: maxTokens, costMicros: maxCostMicros },
  })
}

/** The rules of the offline coder know one message only. */
async function earlierEntries({ db, languageModel }: Deps, chat: HeldChat): Promise<Entry[]> {
  if (languageModel.name === 'offline') return []
  const earlier = await chatStore(db).listEarlier(chat.app_id, chat.id, EARLIER_MESSAGES)
  return earlier.flatMap(({ text, reply }): Entry[] => [
    { type: 'message', text },
    { type: 'turn', text: reply, calls: [] },
  ])
}

async function factsOf(copy: AppCopy['copy'], off: string | null): Promise<string> {
  const { paths, truncated } = await copy.listFiles({ under: '', most: LISTED_FILES })
  return [
    'The files are the code of an app. Each `entities/NAME.json` is the schema of an entity; write one to make or change it.',
    off === null ? 'Commands can be run.' : off,
    paths.length === 0 ? 'There are no files yet.' : `Files:\n${paths.join('\n')}`,
    ...(truncated ? ['There are more files.'] : []),
  ].join('\n')
}

/** A question ends the turn: the next message answers it. */
function replyOf(end: LoopEnd): string {
  if (end.kind === 'finished') return shorten(end.summary, LONGEST_REPLY)
  if (end.kind === 'approval') return shorten(end.prompt, LONGEST_REPLY)
  const asked = end.questions.map(({ prompt, options }) =>
    [prompt, ...(options ?? []).map(({ label }) => `- ${label}`)].join('\n'),
  )
  return shorten(asked.join('\n\n'), LONGEST_REPLY)
}
