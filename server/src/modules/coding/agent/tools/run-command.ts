import { Type } from 'typebox'
import { CommandsUnavailable } from '../../../../ports/commands/port.ts'
import { agentTool, refusal } from './agent-tool.ts'

const USUAL_SECONDS = 120
const MOST_SECONDS = 600
const MOST_OUTPUT = 30_000

export const runCommand = agentTool({
  name: 'run_command',
  description: `Runs a shell command in the root of the repository, in a sandbox without network. Ends after ${USUAL_SECONDS} s unless timeout_seconds says otherwise. Nothing that it starts goes on afterwards.`,
  input: Type.Object({
    command: Type.String({ minLength: 1, maxLength: 10_000 }),
    timeout_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_SECONDS })),
  }),
  async run({ copy, commands, signal }, { command, timeout_seconds: seconds = USUAL_SECONDS }) {
    if (command.includes('\0')) return refusal('A command has no zero characters.')
    try {
      const result = await commands.run({
        tree: copy.tree,
        command,
        timeoutMs: seconds * 1000,
        maxOutputBytes: MOST_OUTPUT,
        signal,
      })
      const { exit_code, timed_out, output } = result
      const end = timed_out
        ? `It was ended after ${seconds} s.`
        : exit_code === null
          ? 'It was ended by a signal.'
          : `Exit code ${exit_code}.`
      const said = output.trimEnd()
      const text = said === '' ? `${end} It wrote nothing.` : `${end}\n${said}`
      return { kind: 'output', text, is_error: exit_code !== 0 }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof CommandsUnavailable)
        return refusal(`Commands cannot be run here: ${error.message}`)
      throw error
    }
  },
})
