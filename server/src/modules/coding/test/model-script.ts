/** Scripts the turns that a stand-in model takes in a session. */
import type { Scripted, startModelServer } from '../../../ports/language-model/test/model-server.ts'

export const write = (path: string, content: string) => ({ name: 'write_file', input: { path, content } })
export const finish = (summary = 'Done.') => ({ name: 'finish', input: { summary } })

export function modelScript(model: Awaited<ReturnType<typeof startModelServer>>) {
  const turnsAsked = () => model.calls.filter(({ body }) => body.tools !== undefined)
  return {
    /** The turns of one session, by how many were taken; what else is asked gets no answer of use. */
    script(...turns: Scripted[]): void {
      model.calls.splice(0)
      model.script(({ body }) => {
        if (body.tools === undefined) return { say: ['nothing'] }
        const taken = body.messages.filter(({ role }: { role: string }) => role === 'assistant').length
        return turns[taken] ?? { status: 400, message: `no turn ${taken + 1}` }
      })
    },
    turnsAsked,
    seenBy: (turn: number) => JSON.stringify(turnsAsked()[turn]?.body.messages ?? []),
  }
}
