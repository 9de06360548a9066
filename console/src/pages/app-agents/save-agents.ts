/** Saves a change of one agent without writing over what others changed in the list since it was read. */
import { ApiError } from '@atrium/sdk'
import type { AppAgent, AppAgents } from '../../app-agents-queries.ts'
import { fill } from '../../language/fill.ts'
import { isSame } from '../entities/values/same-value.ts'
import { words } from './words.ts'

export interface AgentChange {
  /** The agent as it was when editing began; null: a new one. */
  before: AppAgent | null
  /** What it becomes; null: it goes. */
  after: AppAgent | null
}

export interface Ways {
  /** Refused with `app_agents_changed` unless the agents still are this version. */
  send(agents: AppAgent[], version: string): Promise<unknown>
  read(): Promise<AppAgents>
}

/** Others who changed other agents lose nothing; where the same agent was changed, nothing is sent and that is said. */
export async function saveAgents({ before, after }: AgentChange, base: AppAgents, ways: Ways): Promise<void> {
  let known = base
  for (;;) {
    const others = known.items.filter(({ name }) => name !== before?.name)
    if (after && others.some(({ name }) => name === after.name)) throw new NameTaken(after.name)
    try {
      await ways.send(after ? [...others, after] : others, known.version)
      return
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'app_agents_changed')) throw error
      const now = await ways.read()
      const find = (name: string | undefined) => now.items.find((one) => one.name === name) ?? null
      // Ours already, by a request whose answer was lost.
      if (isSame(find(after?.name), after) && (after?.name === before?.name || !find(before?.name))) return
      if (!isSame(find(before?.name), before) || now.version === known.version) throw error
      known = now
    }
  }
}

/** There is another agent of this name; nothing was sent. */
export class NameTaken extends Error {
  constructor(name: string) {
    super(fill(words.thereIsAnAgent, { name }))
  }
}
