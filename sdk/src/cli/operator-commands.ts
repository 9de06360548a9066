/** The commands that work on the database of an installation. Their code is the server's; here is what help and completion need. */
export interface OperatorCommand {
  words: readonly [string, ...string[]]
  summary: string
  /** The names of its flags, and of those that take no value. */
  flags: readonly string[]
  switches: readonly string[]
}

/** Longer words come first where they begin alike. */
export const operatorCommands: readonly OperatorCommand[] = [
  {
    words: ['import'],
    summary: 'Bring an archive in, all of it or nothing',
    flags: ['report'],
    switches: ['dry-run', 'yes'],
  },
  {
    words: ['export'],
    summary: 'Write everything, or some workspaces, as an archive without secrets',
    flags: ['workspace', 'report'],
    switches: ['lines', 'with-files', 'with-passwords'],
  },
  {
    words: ['token', 'create'],
    summary: 'Make a token of a member, or a workspace key, and show it once',
    flags: ['email', 'workspace', 'permission', 'kind', 'name', 'app-id', 'expires-in'],
    switches: [],
  },
  {
    words: ['token', 'revoke'],
    summary: 'End a token, key or session by its id',
    flags: [],
    switches: [],
  },
  {
    words: ['user', 'create'],
    summary: 'Make a user, in a workspace or in none yet',
    flags: ['email', 'name', 'workspace', 'role'],
    switches: ['password-stdin'],
  },
  {
    words: ['user', 'password'],
    summary: 'Give a user a new password, and end the sessions',
    flags: ['email'],
    switches: ['password-stdin'],
  },
  {
    words: ['user', 'remove-second-factor'],
    summary: 'Let a user in again who lost the second factor',
    flags: ['email'],
    switches: [],
  },
  {
    words: ['user', 'mail'],
    summary: 'Show the mails of an account that no mail server was sent',
    flags: ['email'],
    switches: [],
  },
  {
    words: ['user', 'installation-admin'],
    summary: 'Let a user change all workspaces in the console, or list who may',
    flags: ['email'],
    switches: ['remove'],
  },
  {
    words: ['workspace', 'list'],
    summary: 'List workspaces with plan and owner',
    flags: ['search'],
    switches: [],
  },
  {
    words: ['workspace', 'show'],
    summary: 'Show plan, limits, quotas and billing of a workspace',
    flags: [],
    switches: [],
  },
  {
    words: ['workspace', 'set'],
    summary: 'Change plan, limits, quotas or billing of a workspace',
    flags: [
      ...['plan', 'monthly-limit', 'rate-limit', 'quota', 'billing-country', 'billing-hold'],
      ...['payment-method', 'if-version'],
    ],
    switches: [],
  },
  {
    words: ['key', 'accept'],
    summary: 'After the loss of SECRET_KEY: start with the present one',
    flags: [],
    switches: [],
  },
  {
    words: ['advisories', 'import'],
    summary: 'Bring in what is known to be wrong with npm packages',
    flags: [],
    switches: [],
  },
  {
    words: ['backup', 'list'],
    summary: 'List the whole backups of a folder, or of where the settings say',
    flags: [],
    switches: [],
  },
  {
    words: ['backup', 'verify'],
    summary: 'Restore a backup into a temporary folder, start its database and count',
    flags: ['id'],
    switches: [],
  },
  {
    words: ['backup'],
    summary: 'Copy database, files and code, also while the server runs',
    flags: [],
    switches: [],
  },
  {
    words: ['restore'],
    summary: 'Bring a backup into an empty DATA_DIR, or into an empty database',
    flags: ['id', 'until'],
    switches: ['force'],
  },
]

export function isOperatorArea(word: string | undefined): boolean {
  return operatorCommands.some(({ words }) => words[0] === word)
}

export function findOperatorCommand(words: readonly (string | undefined)[]): OperatorCommand | undefined {
  return operatorCommands.find((each) => each.words.every((word, at) => words[at] === word))
}
