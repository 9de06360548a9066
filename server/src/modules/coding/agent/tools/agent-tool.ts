import type { Static, TSchema } from 'typebox'
import type { AgentTool, ToolOutcome, ToolPlace } from '../loop/tool.ts'

/** A tool whose inputs have the type of its schema. */
export function agentTool<S extends TSchema>(tool: {
  name: string
  description: string
  input: S
  readsOnly?: true
  run(place: ToolPlace, input: Static<S>): Promise<ToolOutcome>
}): AgentTool {
  // The cast: the loop calls tools with inputs that fit only.
  return { ...tool, run: (place, input) => tool.run(place, input as Static<S>) }
}

export const output = (text: string): ToolOutcome => ({ kind: 'output', text, is_error: false })
export const refusal = (text: string): ToolOutcome => ({ kind: 'output', text, is_error: true })
