/** A coder that works on a copy of files, with the loop of sessions and a journal in memory. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlanItem } from '@atrium/contract/coding-sessions'
import type { Commands } from '../../../ports/commands/port.ts'
import type { WorkCopy } from '../../../ports/git/port.ts'
import { NEVER } from '../../../ports/git/test/git-scene.ts'
import type { Coder, Entry } from '../agent/loop/coder.ts'
import { type Journal, type LoopEnd, runLoop } from '../agent/loop/run-loop.ts'
import { agentTools } from '../agent/tools/index.ts'

export const USED_BY = { workspace_id: 'ws_1', app_id: 'app_1', user_id: 'usr_1' }

export const NO_COMMANDS: Commands = {
  fault: async () => 'There is no sandbox.',
  run: () => Promise.reject(new Error('nothing runs here')),
}

export interface CoderScene {
  copy: WorkCopy
  entries: Entry[]
  plan: PlanItem[]
  /** Says something, and lets the coder work until it has finished or asks. */
  say(text: string, options?: { signal?: AbortSignal }): Promise<LoopEnd>
  read(path: string): Promise<string | null>
  list(): Promise<string[]>
}

export function coderScene(
  copy: WorkCopy,
  coder: Coder,
  { commands, title = '' }: { commands?: Commands; title?: string } = {},
): CoderScene {
  const scene: CoderScene = {
    copy,
    entries: [],
    plan: [],
    async say(text, { signal = NEVER } = {}) {
      scene.entries.push({ type: 'message', text })
      const turns = scene.entries.filter(({ type }) => type === 'turn').length
      return runLoop({
        journal: journalOf(scene, turns),
        coder,
        tools: agentTools({ canRunCommands: commands !== undefined }),
        task: { kind: 'repository', title, facts: '' },
        copy,
        commands: commands ?? NO_COMMANDS,
        usedBy: USED_BY,
        limits: { steps: 60, tokens: null, costMicros: null },
        signal,
      })
    },
    read: (path) => readFile(join(copy.tree, path), 'utf8').catch(() => null),
    list: async () => (await copy.listFiles({ under: '', most: 1_000 })).paths,
  }
  return scene
}

function journalOf(scene: CoderScene, savedTurns: number): Journal {
  return {
    entries: [...scene.entries],
    savedTurns,
    takeMessages: async () => [],
    storeTurn: async ({ text, calls }) => void scene.entries.push({ type: 'turn', text, calls }),
    storeResult: async ({ id }, { output, is_error }) =>
      void scene.entries.push({ type: 'tool_result', call_id: id, output, is_error }),
    storePlan: async (items) => {
      scene.plan = items
    },
    saveFiles: async () => {},
  }
}
