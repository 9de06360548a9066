import type { Static, TSchema } from 'typebox'
import type { AgentTool, ToolOutcome, ToolPlace } from '../loop/tool.ts'
import { agentTool, refusal } from './agent-tool.ts'
import { TreeProblem } from './tree-files.ts'

/** A tool whose mistakes are `TreeProblem`s, and those of the file system: the coder reads what was wrong. */
export function fileTool<S extends TSchema>(tool: {
  name: string
  description: string
  input: S
  readsOnly?: true
  run(place: ToolPlace, input: Static<S>): Promise<ToolOutcome>
}): AgentTool {
  return agentTool({
    ...tool,
    async run(place, input) {
      try {
        return await tool.run(place, input)
      } catch (error) {
        if (error instanceof TreeProblem) return refusal(error.message)
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        const said = SAID[code]
        if (said === undefined) throw error
        return refusal(said)
      }
    },
  })
}

const SAID: Readonly<Record<string, string>> = {
  EACCES: 'The file cannot be opened: its permissions do not allow it.',
  EPERM: 'The file cannot be opened: its permissions do not allow it.',
  EISDIR: 'That is a folder.',
  ENOTDIR: 'A part of the path is not a folder.',
  ENOENT: 'It does not exist.',
  EEXIST: 'Something is in the way there.',
  ENOTEMPTY: 'The folder is not empty.',
  EINVAL: 'That cannot be done with this path.',
  ELOOP: 'It is a symbolic link, which is not followed.',
  ENXIO: 'It is not a plain file.',
  ENAMETOOLONG: 'The path is too long.',
  EFBIG: 'The file would be too large.',
  ENOSPC: 'There is no room for it.',
  EDQUOT: 'There is no room for it.',
}
