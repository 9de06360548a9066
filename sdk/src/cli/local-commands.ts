/** Commands that are about this machine, or about who is signed in on it. */
import { completionScript, SHELLS } from './completion.ts'
import { LOGIN_FLAGS, listProfiles, login, logout, removeProfile, useProfile, whoami } from './login.ts'
import type { LocalTyped, OwnCommand } from './own-command.ts'

/** Like a command of our own, but without a server that it is for. */
export interface LocalCommand extends Omit<OwnCommand, 'run'> {
  run(typed: LocalTyped): Promise<string>
}

const KEPT = '$XDG_CONFIG_HOME/atrium/credentials.json, or ~/.config/atrium, readable by you only'

export const localCommands: readonly LocalCommand[] = [
  {
    words: ['login'],
    params: [],
    summary: 'Sign in, and keep the session for the next commands',
    about: [
      'Asks for the password, or reads it from a pipe, and for the code where a second factor is on (the second line of',
      `the pipe). Keeps the session in ${KEPT},`,
      'under the name of --profile. The first profile is the one that commands use.',
    ],
    flags: LOGIN_FLAGS,
    run: login,
  },
  {
    words: ['logout'],
    params: [],
    summary: 'End that session, and forget its profile',
    about: [
      'Ends the session of the profile and forgets it. A token that was kept is forgotten, not revoked.',
    ],
    flags: [],
    run: logout,
  },
  {
    words: ['whoami'],
    params: [],
    summary: 'Show who you are, where, and in which workspaces',
    about: ['Asks the server. Writes JSON into a pipe.'],
    flags: [],
    run: whoami,
  },
  {
    words: ['profiles', 'list'],
    params: [],
    summary: 'List the profiles that are kept on this machine',
    about: [`Kept in ${KEPT}. Tokens are not shown.`],
    flags: [],
    run: listProfiles,
  },
  {
    words: ['profiles', 'use'],
    params: ['name'],
    summary: 'Choose the profile that commands use',
    about: ['ATRIUM_PROFILE and --profile count before it.'],
    flags: [],
    run: useProfile,
  },
  {
    words: ['profiles', 'remove'],
    params: ['name'],
    summary: 'Forget a profile, and end its session',
    about: ['The same as atrium logout --profile <name>.'],
    flags: [],
    run: removeProfile,
  },
  {
    words: ['completion'],
    params: ['shell'],
    summary: `Write the completion script for ${SHELLS.join(', ')}`,
    about: [
      'For bash:  source <(atrium completion bash)                                   in ~/.bashrc',
      'For zsh:   source <(atrium completion zsh)                                    in ~/.zshrc, behind compinit',
      'For fish:  atrium completion fish > ~/.config/fish/completions/atrium.fish',
      'Areas, verbs, flags and their values come from the program itself; nothing is asked of a server.',
    ],
    flags: [],
    run: async ({ words }) => completionScript(words[0] ?? ''),
  },
]

export function findLocalCommand(words: readonly string[]): LocalCommand | undefined {
  return localCommands.find((each) => each.words.every((word, i) => words[i] === word))
}
