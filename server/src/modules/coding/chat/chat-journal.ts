import type { Entry } from '../agent/loop/coder.ts'
import type { Journal } from '../agent/loop/loop.ts'
import type { Deps } from '../deps.ts'
import { ChatLost } from './chat-failures.ts'
import { type ChatHolder, chatStore } from './chat-store.ts'

/**
 * What a turn did is stored with its message, before it counts. The files are not: they are made again from the code by
 * making the calls again.
 */
export function createChatJournal(
  { db }: Pick<Deps, 'db'>,
  holder: ChatHolder,
  known: { history: readonly Entry[]; text: string; done: readonly Entry[]; base_revision: number },
): Journal {
  const { history, text, base_revision } = known
  const done: Entry[] = [...known.done]
  const add = async (entry: Entry) => {
    done.push(entry)
    if (!(await chatStore(db).saveTurns(holder, { turns: done, base_revision }))) throw new ChatLost()
  }
  return {
    entries: [...history, { type: 'message', text }, ...known.done],
    savedTurns: history.filter(({ type }) => type === 'turn').length,
    takeMessages: async () => [],
    storeTurn: ({ text: said, calls }) => add({ type: 'turn', text: said, calls }),
    storeResult: ({ id }, { output, is_error }) =>
      add({ type: 'tool_result', call_id: id, output, is_error }),
    storePlan: async () => {},
    saveFiles: async () => {},
  }
}
