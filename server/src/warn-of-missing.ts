/** Says at the start, and not when somebody first needs them, which programs are not on this machine. */
import type { Deps } from './deps.ts'
import type { Log } from './platform/log.ts'

/** Where commands do not work, they write it into the log themselves. */
export async function warnOfMissing(
  { git, commands, functionRuntime }: Pick<Deps, 'git' | 'commands' | 'functionRuntime'>,
  log: Log,
): Promise<void> {
  const cause = await git.fault()
  if (cause !== null) log.warn({ cause }, 'repositories, coding sessions and the chat are off')
  if (functionRuntime.problem !== null)
    log.warn({ cause: functionRuntime.problem }, 'backend functions are off')
  await commands.fault()
}
