/** Saves a test without writing over what others changed in the same part of it since it was read. */
import { ApiError, type Flow } from '@atrium/sdk'
import { changesOf, draftOf, type FlowBody, type FlowDraft } from './flow-draft.ts'

export interface FlowChange {
  draft: FlowDraft
  /** As it was when the draft was begun. */
  base: FlowDraft
}

export interface Ways {
  send(changes: Partial<FlowBody>, headers: { 'if-match': string }): Promise<Flow>
  read(): Promise<Flow>
}

export const isFlowChanged = (error: unknown) => error instanceof ApiError && error.code === 'flow_changed'

/** Others who changed other parts lose nothing; where the same part was changed, nothing is sent and that is said. */
export async function saveFlow({ draft, base }: FlowChange, { send, read }: Ways): Promise<Flow> {
  const changes = changesOf(draft, base)
  let version = base.updated_date
  for (;;) {
    try {
      return await send(changes, { 'if-match': `"${version}"` })
    } catch (error) {
      if (!isFlowChanged(error)) throw error
      const now = await read()
      // Ours already, by a request whose answer was lost.
      if (sameParts(changes, draft, draftOf(now))) return now
      if (!sameParts(changes, base, draftOf(now)) || now.updated_date === version) throw error
      version = now.updated_date
    }
  }
}

/** Whether the parts that were changed are the same in both. */
function sameParts(changes: Partial<FlowBody>, a: FlowDraft, b: FlowDraft): boolean {
  const different = Object.keys(changesOf(a, b))
  return Object.keys(changes).every((name) => !different.includes(name))
}
