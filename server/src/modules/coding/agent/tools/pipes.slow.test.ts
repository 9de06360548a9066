import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, gitScene, NEVER } from '../../../../ports/git/test/git-scene.ts'
import { memoryGit } from '../../../../ports/git/test/memory-git.ts'
import { NO_COMMANDS } from '../../test/coder-scene.ts'
import { agentTools } from './index.ts'

const { git, place } = gitScene(memoryGit())

test('a pipe is never opened', async () => {
  const copy = await git.createWorkCopy(place(), filesOf({ 'a.txt': 'a' }))
  execFileSync('mkfifo', [join(copy.tree, 'pipe')])
  const tools = agentTools({ canRunCommands: true })
  for (const [name, input] of [
    ['read_file', { path: 'pipe' }],
    ['edit_file', { path: 'pipe', old: 'a', new: 'b' }],
    ['write_file', { path: 'pipe', content: 'x' }],
  ] as const) {
    const tool = tools.find((one) => one.name === name)
    const outcome = await tool?.run({ copy, commands: NO_COMMANDS, signal: NEVER }, input)
    expect(outcome).toMatchObject({ is_error: true, text: 'pipe is not a plain file.' })
  }
})
