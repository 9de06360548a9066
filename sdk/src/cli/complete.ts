/** What can come next on a command line, for the shells. */
import { commands, dashed, findArea, findCommand, flagsOf } from './commands.ts'
import { SHELLS } from './completion.ts'
import { readProfiles } from './credentials.ts'
import { type Flag, kindOf } from './flags.ts'
import { findLocalCommand, localCommands } from './local-commands.ts'
import { findOperatorCommand, operatorCommands } from './operator-commands.ts'
import { findOwnCommand, ownCommands } from './own-commands.ts'
import type { Terminal } from './terminal.ts'

interface Candidate {
  value: string
  about: string
}

/** `words` are all behind `atrium`, the last one as far as it is typed. A candidate a line, with what it is behind a tab. */
export async function complete(
  words: readonly string[],
  globals: readonly Flag[],
  terminal: Terminal,
): Promise<string> {
  const typed = joined(words)
  const part = typed.pop() ?? ''
  const found = await candidates(typed, part, globals, terminal)
  const [, begun = ''] = /^--[^=]+=(.*)$/.exec(part) ?? []
  const prefix = part.includes('=') ? begun : part
  return [...new Map(found.map((one) => [one.value, one])).values()]
    .filter(({ value }) => value.startsWith(prefix))
    .map(({ value, about }) => `${value}${about === '' ? '' : `\t${about}`}\n`)
    .join('')
}

/** bash splits `--flag=value` into three words. */
function joined(words: readonly string[]): string[] {
  const out: string[] = []
  for (const [at, word] of words.entries()) {
    const isValue = words[at - 1] === '=' && at > 1
    if ((word === '=' || isValue) && out.length > 0) out[out.length - 1] += word
    else out.push(word)
  }
  return out
}

async function candidates(
  typed: readonly string[],
  part: string,
  globals: readonly Flag[],
  terminal: Terminal,
): Promise<Candidate[]> {
  const { words, open } = readTyped(typed, globals)
  const flags = flagsFor(words, globals)
  const named = open ?? /^--([^=]+)=/.exec(part)?.[1]
  if (named !== undefined) return valuesOf(named, flags, terminal)
  if (part.startsWith('-')) {
    return flags.map(({ name, schema }) => ({ value: `--${name}`, about: oneLine(schema.description ?? '') }))
  }
  const [area, verb] = words
  if (area === undefined) return firstWords()
  if (area === 'help') return words.length === 1 ? firstWords() : verbsOf(verb ?? '')
  if (words.length === 1 && !findLocalCommand([area])) return verbsOf(area)
  if (area === 'completion' && words.length === 1) return SHELLS.map((value) => ({ value, about: '' }))
  const isProfile = area === 'profiles' && (verb === 'use' || verb === 'remove') && words.length === 2
  return isProfile ? profileNames(terminal) : []
}

/** The words without flags and their values, and the flag that still wants its value. */
function readTyped(typed: readonly string[], globals: readonly Flag[]) {
  const words: string[] = []
  let open: string | undefined
  for (const word of typed) {
    if (open !== undefined) open = undefined
    else if (!word.startsWith('-') || word === '-') words.push(word)
    else if (!word.includes('=')) {
      const found = named(word.replace(/^-+/, ''), flagsFor(words, globals))
      if (found && kindOf(found.schema) !== 'boolean') open = found.name
    }
  }
  return { words, open }
}

function named(name: string, flags: readonly Flag[]): Flag | undefined {
  return flags.find((each) => each.name === name || each.field === name || each.short === name)
}

function flagsFor(words: readonly string[], globals: readonly Flag[]): readonly Flag[] {
  const [area = '', verb = ''] = words
  const own = findLocalCommand(words) ?? findOwnCommand(words)
  if (own) return [...own.flags, ...globals]
  const operator = findOperatorCommand(words)
  if (operator) {
    const make = (type: string) => (name: string) => ({
      name,
      field: name,
      schema: { type },
      is_required: false,
    })
    return [...operator.flags.map(make('string')), ...operator.switches.map(make('boolean'))]
  }
  const command = findCommand(area, verb)
  return command ? [...flagsOf(command), ...globals] : globals
}

async function valuesOf(name: string, flags: readonly Flag[], terminal: Terminal): Promise<Candidate[]> {
  if (name === 'profile') return profileNames(terminal)
  const schema = named(name, flags)?.schema
  const words = schema?.enum ?? schema?.items?.enum ?? []
  return words.filter((word) => word !== null).map((word) => ({ value: String(word), about: '' }))
}

async function profileNames({ env }: Terminal): Promise<Candidate[]> {
  const { byName } = await readProfiles(env)
  return [...byName].map(([value, { url }]) => ({ value, about: oneLine(url) }))
}

function firstWords(): Candidate[] {
  const ours = [...localCommands, ...ownCommands, ...operatorCommands].map(({ words, summary }) => ({
    value: words[0] ?? '',
    about: words.length === 1 ? oneLine(summary) : '',
  }))
  const areas = [...new Set(commands.map(({ area }) => area))]
  return [...ours, ...areas.map((area) => ({ value: dashed(area), about: '' })), { value: 'help', about: '' }]
}

function verbsOf(area: string): Candidate[] {
  const ours = [...localCommands, ...ownCommands, ...operatorCommands]
    .filter(({ words }) => words[0] === area && words.length > 1)
    .map(({ words, summary }) => ({ value: words[1] ?? '', about: oneLine(summary) }))
  const verbs = findArea(area).map(({ verb, operation }) => ({
    value: dashed(verb),
    about: oneLine(operation.summary),
  }))
  return [...ours, ...verbs]
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
