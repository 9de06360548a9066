import { errors, refusalsOf } from '@atrium/contract'
import { type Command, commands, findArea, findCommand, flagsOf, usageOf } from './commands.ts'
import { type FieldSchema, type Flag, isNullable, kindOf } from './flags.ts'
import { BARE_FLAGS, GLOBAL_FLAGS } from './globals.ts'
import { findLocalCommand, type LocalCommand, localCommands } from './local-commands.ts'
import { isOperatorArea, operatorCommands } from './operator-commands.ts'
import type { OwnCommand } from './own-command.ts'
import { findOwnCommand, ownCommands, usageOfOwn } from './own-commands.ts'
import { unknownCommand } from './suggest.ts'
import type { Terminal } from './terminal.ts'

/** Help on a command, an area, or all of it. */
export async function helpOn(words: readonly string[], terminal: Terminal): Promise<string> {
  const [area, verb] = words
  if (area === undefined) return overviewHelp()
  if (isOperatorArea(area)) return operatorHelp(words, terminal)
  const own = findLocalCommand(words) ?? findOwnCommand(words)
  if (own) return ownHelp(own)
  if (verb === undefined) return areaHelp(area)
  const command = findCommand(area, verb)
  if (!command) throw unknownCommand(words)
  return commandHelp(command)
}

function overviewHelp(): string {
  return text(
    'Usage: atrium <area> <verb> [arguments] [flags]',
    '',
    ...aligned([...[...localCommands, ...ownCommands].map(ownSummary), ...summaries(commands)]),
    '',
    'On the database of an installation, where the server is installed, whether it runs or not:',
    ...aligned(operatorCommands.map(({ words, summary }) => [words.join(' '), summary])),
    '',
    'Flags of every command:',
    ...flagLines(BARE_FLAGS),
    '',
    'atrium <area> <verb> --help shows the flags and refusals of one command.',
  )
}

/** The server knows all of them; without it, at least what they are for. */
async function operatorHelp(asked: readonly string[], terminal: Terminal): Promise<string> {
  const begins = (length: number) =>
    operatorCommands.filter(({ words }) => asked.slice(0, length).every((word, at) => words[at] === word))
  // Behind the words of a command may stand what it is for, such as a folder.
  const length = [2, 1].find((count) => begins(count).length > 0) ?? 0
  const server = await terminal.server?.()
  if (server) return server.operatorHelp(asked.slice(0, length))
  return text(
    ...aligned(
      begins(length).map(({ words, flags, switches, summary }) => [
        [...words, ...[...flags, ...switches].map((name) => `[--${name}]`)].join(' '),
        summary,
      ]),
    ),
    '',
    'It works where the server is installed: call npx atrium in the folder of Atrium.',
  )
}

function ownHelp(command: OwnCommand | LocalCommand): string {
  const { about, flags } = command
  return text(
    `Usage: atrium ${usageOfOwn(command)} [flags]`,
    '',
    ...about,
    ...(flags.length > 0 ? ['', 'Flags:', ...flagLines(flags)] : []),
    '',
    'Flags of every command:',
    ...flagLines(GLOBAL_FLAGS),
  )
}

function areaHelp(area: string): string {
  const own = [...localCommands, ...ownCommands].filter(({ words }) => words[0] === area).map(ownSummary)
  const rows = [...summaries(findArea(area)), ...own]
  if (rows.length === 0) throw unknownCommand([area])
  return text('Usage: atrium <area> <verb> [arguments] [flags]', '', ...aligned(rows))
}

function commandHelp(command: Command): string {
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
    ...flagLines(GLOBAL_FLAGS),
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

function ownSummary(command: OwnCommand | LocalCommand): string[] {
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
