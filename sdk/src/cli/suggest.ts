/** What was probably meant by a command that there is not. */
import { commands, dashed, findArea } from './commands.ts'
import { localCommands } from './local-commands.ts'
import { operatorCommands } from './operator-commands.ts'
import { ownCommands } from './own-commands.ts'
import { nearest, UsageError } from './usage.ts'

/** What other programs call the same. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  ls: ['list', 'tree'],
  all: ['list'],
  find: ['list', 'page', 'search'],
  search: ['list', 'page'],
  get: ['read', 'list'],
  show: ['read', 'get', 'list'],
  view: ['read', 'get'],
  describe: ['read', 'get'],
  rm: ['delete', 'remove', 'revoke'],
  del: ['delete', 'remove', 'revoke'],
  remove: ['delete', 'revoke'],
  delete: ['remove', 'revoke'],
  add: ['create', 'invite', 'set'],
  new: ['create'],
  make: ['create'],
  edit: ['update', 'configure'],
  change: ['update', 'set'],
  set: ['update', 'configure'],
}

export function unknownCommand([area = '', verb]: readonly string[]): UsageError {
  const areas = [...new Set(commands.map((command) => dashed(command.area)))]
  const ours = [...localCommands, ...ownCommands, ...operatorCommands]
  const verbs = verbsOf(area)
  if (verbs.length > 0 && verb === undefined)
    return new UsageError(`${area} needs a verb: ${verbs.join(', ')}.`)
  if (verbs.length > 0) return unknownVerb(area, verb ?? '', verbs)
  // `atrium list apps` for `atrium apps list`.
  if (verb !== undefined && verbsOf(verb).includes(dashed(area)))
    return new UsageError(`Unknown command ${area} ${verb}. Did you mean ${verb} ${dashed(area)}?`)
  const known = [...areas, ...ours.map(({ words }) => words[0] ?? ''), 'help']
  const found = nearest(dashed(area), known)
  return new UsageError(
    `Unknown command ${area}.${found === undefined ? '' : ` Did you mean ${found}?`} See atrium help.`,
  )
}

function unknownVerb(area: string, verb: string, verbs: readonly string[]): UsageError {
  const synonym = (Object.hasOwn(SYNONYMS, verb) ? SYNONYMS[verb] : [])?.find((each) => verbs.includes(each))
  const found = synonym ?? nearest(dashed(verb), verbs)
  const hint = found === undefined ? `Known: ${verbs.join(', ')}.` : `Did you mean ${found}?`
  return new UsageError(`Unknown command ${area} ${verb}. ${hint}`)
}

function verbsOf(area: string): string[] {
  const ours = [...localCommands, ...ownCommands, ...operatorCommands]
    .filter(({ words }) => words[0] === area && words.length > 1)
    .map(({ words }) => words[1] ?? '')
  return [...new Set([...findArea(area).map(({ verb }) => dashed(verb)), ...ours])]
}
