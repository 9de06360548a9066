/** What git finds around it: nothing of this machine, of the account that runs the server, or of the repository. */
import { devNull } from 'node:os'

export type Setting = readonly [name: string, value: string]

/** Where git and its helpers are. The server's own environment stays out, with all that it may hold. */
const PATH =
  process.platform === 'win32'
    ? 'C:\\Program Files\\Git\\cmd;C:\\Program Files\\Git\\usr\\bin;C:\\Windows\\System32'
    : '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin:/run/current-system/sw/bin'

const WINDOWS = process.platform === 'win32' ? { SystemRoot: 'C:\\Windows' } : {}

const FIXED: Record<string, string> = {
  ...WINDOWS,
  PATH,
  // No folder: nobody can put a `.netrc` or a configuration there.
  HOME: devNull,
  LC_ALL: 'C',
  TZ: 'UTC',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_EDITOR: 'false',
  GIT_SEQUENCE_EDITOR: 'false',
  GIT_PAGER: 'cat',
  GIT_SSH_COMMAND: 'false',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_PROTOCOL_FROM_USER: '0',
  GIT_ALLOW_PROTOCOL: 'none',
  // Of one object in memory: what claims to be larger ends git, not the machine.
  GIT_ALLOC_LIMIT: '512m',
}

/** Counts for each call, over whatever the configuration of a repository says. */
const SETTINGS: readonly Setting[] = [
  ['core.hooksPath', devNull],
  ['core.fsmonitor', 'false'],
  ['core.untrackedCache', 'false'],
  ['core.attributesFile', devNull],
  ['core.excludesFile', devNull],
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['core.autocrlf', 'false'],
  ['core.quotePath', 'true'],
  ['core.logAllRefUpdates', 'false'],
  ['core.bigFileThreshold', '16m'],
  ['core.deltaBaseCacheLimit', '32m'],
  ['credential.helper', ''],
  ['credential.interactive', 'false'],
  ['diff.submodule', 'short'],
  ['diff.renameLimit', '1000'],
  ['merge.renameLimit', '1000'],
  ['merge.directoryRenames', 'false'],
  ['gc.auto', '0'],
  ['gc.autoDetach', 'false'],
  ['maintenance.auto', 'false'],
  ['receive.autogc', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['fetch.writeCommitGraph', 'false'],
  ['fetch.unpackLimit', '1'],
  ['submodule.recurse', 'false'],
  ['push.recurseSubmodules', 'no'],
  ['push.gpgSign', 'false'],
  ['http.followRedirects', 'false'],
  ['http.lowSpeedLimit', '1'],
  ['http.lowSpeedTime', '60'],
  ['pack.threads', '1'],
  ['pack.windowMemory', '64m'],
  ['pack.deltaCacheSize', '64m'],
  ['safe.directory', '*'],
  ['transfer.fsckObjects', 'true'],
  ['transfer.bundleURI', 'false'],
  ...fsckOfOldCommits('fetch'),
  ...fsckOfOldCommits('receive'),
]

/** Mistakes of old programs that do no harm, in many a long history. */
function fsckOfOldCommits(direction: 'fetch' | 'receive'): Setting[] {
  return [
    'badDateOverflow',
    'badTimezone',
    'missingEmail',
    'missingNameBeforeEmail',
    'missingSpaceBeforeDate',
    'missingSpaceBeforeEmail',
    'zeroPaddedDate',
    'zeroPaddedFilemode',
  ].map((fault) => [`${direction}.fsck.${fault}`, 'ignore'] as const)
}

/**
 * Over all attributes in the files of a repository: bytes go in and out as they are, every driver is git's own, and a
 * diff shows what it is asked for. G527
 */
export const ATTRIBUTES = '* -text !eol !ident !filter !working-tree-encoding !diff !merge !export-subst\n'

/** Settings by the environment, so that a secret among them is neither on disk nor in a list of processes. */
export function environmentFor(
  more: Record<string, string>,
  settings: readonly Setting[],
): NodeJS.ProcessEnv {
  const env: Record<string, string> = { ...FIXED, ...more }
  const all = [...SETTINGS, ...settings]
  env.GIT_CONFIG_COUNT = String(all.length)
  for (const [at, [name, value]] of all.entries()) {
    env[`GIT_CONFIG_KEY_${at}`] = name
    env[`GIT_CONFIG_VALUE_${at}`] = value
  }
  return env
}
