import { errors, refusalsOf } from '@atrium/contract'
import { type Command, commands, flagsOf, usageOf } from './commands.ts'
import { type FieldSchema, type Flag, isNullable, kindOf } from './flags.ts'
import { findOwnCommand, type OwnCommand, ownCommands, usageOfOwn } from './own-commands.ts'

export function overviewHelp(globals: readonly Flag[]): string {
  return text(
    'Usage: atrium <area> <verb> [arguments] [flags]',
    '',
    ...aligned([
      ['login --email <text>', 'Sign in and keep the session for the next commands'],
      ['logout', 'End that session'],
      ...ownCommands.map(ownSummary),
      ...summaries(commands),
    ]),
    '',
    'Flags of every command:',
    ...flagLines(globals),
    '',
    'atrium <area> <verb> --help shows the flags and refusals of one command.',
  )
}

export function loginHelp(globals: readonly Flag[]): string {
  return text(
    'Usage: atrium login --email <text> [flags]',
    '       atrium logout',
    '',
    'Login asks for the password, or reads it from a pipe, and keeps the session in',
    '$XDG_CONFIG_HOME/atrium/credentials.json, readable by you only. Logout ends it.',
    '',
    'Flags of every command:',
    ...flagLines(globals),
  )
}

export function ownHelp(command: OwnCommand, globals: readonly Flag[]): string {
  const { about, flags } = command
  return text(
    `Usage: atrium ${usageOfOwn(command)} [flags]`,
    '',
    ...about,
    ...(flags.length > 0 ? ['', 'Flags:', ...flagLines(flags)] : []),
    '',
    'Flags of every command:',
    ...flagLines(globals),
  )
}

export function areaHelp(area: readonly Command[]): string {
  const own = ownCommands.filter(({ words }) => words[0] === area[0]?.area).map(ownSummary)
  return text('Usage: atrium <area> <verb> [arguments] [flags]', '', ...aligned([...summaries(area), ...own]))
}

export function ownAreaHelp(area: readonly OwnCommand[]): string {
  return text('Usage: atrium <area> <verb> [arguments] [flags]', '', ...aligned(area.map(ownSummary)))
}

export function commandHelp(command: Command, globals: readonly Flag[]): string {
  const { operation } = command
  const flags = flagsOf(command)
  const refusals = refusalsOf(operation).map((code) => [
    `${errors[code].status} ${code}`,
    errors[code].message,
  ])
  return text(
    `Usage: atrium ${usageOf(command)}${flags.length > 0 ? ' [flags]' : ''}`,
    '',
    operation.summary,
    ...(operation.description ? [operation.description] : []),
    ...(flags.length > 0 ? ['', 'Flags:', ...flagLines(flags)] : []),
    ...(refusals.length > 0 ? ['', 'Refusals:', ...aligned(refusals)] : []),
    '',
    'Flags of every command:',
    ...flagLines(globals),
  )
}

function flagLines(flags: readonly Flag[]): string[] {
  return aligned(
    flags.map((flag) => [
      `${flag.short === undefined ? '' : `-${flag.short}, `}--${flag.name}${valueName(flag.schema)}`,
      notesOf(flag),
    ]),
  )
}

function text(...lines: string[]): string {
  return `${lines.join('\n')}\n`
}

/** Without those in whose place a command of our own stands. */
function summaries(list: readonly Command[]): string[][] {
  return list
    .map((command) => [usageOf(command), command.operation.summary])
    .filter(([usage = '']) => !findOwnCommand(usage.split(' ')))
}

function ownSummary(command: OwnCommand): string[] {
  return [usageOfOwn(command), command.summary]
}

function aligned(rows: readonly string[][]): string[] {
  const width = Math.max(...rows.map(([first = '']) => first.length))
  return rows.map(([first = '', second = '']) => `  ${first.padEnd(width)}  ${second}`.trimEnd())
}

function valueName(schema: FieldSchema): string {
  const kind = kindOf(schema)
  if (kind === 'boolean') return ''
  const one = kind === 'array' ? `${itemName(schema.items ?? {})},…` : itemName(schema)
  return ` <${one}${isNullable(schema) ? '|null' : ''}>`
}

function itemName(schema: FieldSchema): string {
  const words = schema.enum?.filter((word) => word !== null)
  if (words) return words.join('|')
  const names = {
    boolean: 'true|false',
    integer: 'integer',
    number: 'number',
    string: 'text',
    array: 'list',
    json: 'json',
  }
  return schema.format === 'date-time' ? 'time' : names[kindOf(schema)]
}

function notesOf({ name, schema, is_required }: Flag): string {
  return [
    is_required ? 'required' : '',
    schema.description ?? '',
    kindOf(schema) === 'boolean' && !schema.description ? `or --no-${name}` : '',
    schema.format === 'date-time' ? 'as 2026-11-15T09:30:00Z' : '',
    boundsOf(schema.minLength, schema.maxLength, 'characters'),
    boundsOf(schema.minimum, schema.maximum, ''),
    boundsOf(schema.minItems, schema.maxItems, 'values'),
    schema.pattern ? `matching ${schema.pattern}` : '',
    schema.default === undefined ? '' : `default ${schema.default}`,
  ]
    .filter((note) => note !== '')
    .join('; ')
}

function boundsOf(least: number | undefined, most: number | undefined, unit: string): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most} ${unit}`.trim()
  if (most !== undefined) return `at most ${most} ${unit}`.trim()
  return least === undefined ? '' : `at least ${least} ${unit}`.trim()
}
