/** A stand-in model that takes the turns that were recorded for a task, over the protocol of a real one. */
import type { ModelCall, Script, Scripted } from '../../../ports/language-model/test/model-server.ts'

export interface RecordedTurn {
  /** What the results of the turn before must say, all of it; else the recording does not fit what happened. */
  sees?: readonly (string | RegExp)[]
  say?: string
  /** Without any the text is the final reply. */
  calls?: readonly { name: string; input: unknown }[]
}

export interface Recording {
  /** Stands in the first message of the conversation, and in no other recording's. */
  prompt: string
  /** Stands in what is asked about the change. */
  title: string
  turns: readonly RecordedTurn[]
  /** The answer where the change is to be described; without it there is none of use. */
  description?: unknown
}

/**
 * Finds the recording by its prompt, and the turn by how many the model took so far: nothing is remembered between calls,
 * so any number of conversations go on at the same time, and one that is resumed goes on where it was.
 */
export function replayRecordings(recordings: readonly Recording[]): Script {
  return (call) => {
    const text = textOf(call, 'user')
    const isTurn = call.body.tools !== undefined
    const recording = recordings.find(({ prompt, title }) =>
      text.includes(isTurn ? prompt : `Task: ${title}\n`),
    )
    if (!recording) return wrong(`There is no recording for: ${text.slice(0, 200)}`)
    if (!isTurn) return { say: [JSON.stringify(recording.description ?? 'nothing recorded')] }
    const messages: { role: string; content: unknown }[] = call.body.messages
    const taken = messages.filter(({ role }) => role === 'assistant').length
    const turn = recording.turns[taken]
    if (!turn) return wrong(`The recording of “${recording.prompt}” has no turn ${taken + 1}.`)
    const lastTurn = messages.findLastIndex(({ role }) => role === 'assistant')
    const seen = messages
      .slice(lastTurn + 1)
      .map(({ content }) => String(content))
      .join('\n')
    const missing = (turn.sees ?? []).find((wanted) =>
      typeof wanted === 'string' ? !seen.includes(wanted) : !wanted.test(seen),
    )
    if (missing !== undefined)
      return wrong(
        `Turn ${taken + 1} of “${recording.prompt}” expects ${missing} in: ${seen.slice(0, 2_000)}`,
      )
    return play(turn)
  }
}

function play({ say, calls = [] }: RecordedTurn): Scripted {
  const words = say === undefined ? [] : [say]
  return calls.length === 0 ? { say: words } : { say: words, call: [...calls] }
}

function wrong(message: string): Scripted {
  return { status: 400, message }
}

function textOf({ body }: ModelCall, wanted: string): string {
  const messages: { role: string; content: unknown }[] = body.messages
  return messages.flatMap(({ role, content }) => (role === wanted ? [String(content)] : [])).join('\n')
}
