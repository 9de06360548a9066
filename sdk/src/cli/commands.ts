/** One command per operation of the contract: name → words, path params → arguments, fields → flags. */
import { type Operation, operations } from '@atrium/contract'
import type { Client } from '../client.ts'
import { takesIfMatch } from '../derive-operation.ts'
import { isRecord } from '../errors.ts'
import type { ListCall } from '../iterate.ts'
import { fileNamed } from './file-transfer.ts'
import { type FieldSchema, type Flag, flag, parseJson } from './flags.ts'
import { askSecret, readAllInput, type Terminal } from './terminal.ts'
import { UsageError } from './usage.ts'

export interface Command {
  area: string
  verb: string
  operation: Operation
  params: readonly string[]
  /** Fields of the query and of the body; the workspace has a flag of its own, for every command. */
  query_flags: readonly Flag[]
  body_flags: readonly Flag[]
  is_paged: boolean
}

export const JSON_FLAG = flag('json_body', {
  type: 'string',
  description:
    'The whole body as JSON, "-" to read it from stdin; flags next to it win. So is --json with a value',
})
export const IF_MATCH_FLAG = flag('if_match', {
  type: 'string',
  description: 'The updated_date or ETag as it was read: refused if it was changed since',
})
export const IDEMPOTENCY_FLAG = flag('idempotency_key', {
  type: 'string',
  description: 'Repeat a command with the same key to get the same answer; it is done once',
})
export const ALL_FLAG = flag('all', { type: 'boolean', description: 'Follow the pages to the end' })

/** The word that names the file of an operation that takes one. */
const FILE = 'file'
/** For a file of the largest size over a slow line. */
const UPLOAD_TIMEOUT_MS = 600_000

/** What passes a request through has no fields to make flags of: a body, a method and headers are for curl. */
export const commands: readonly Command[] = Object.entries(operations).flatMap(([area, verbs]) =>
  Object.entries(verbs as Record<string, Operation>).flatMap(([verb, operation]) =>
    operation.passes_through ? [] : [commandOf(area, verb, operation)],
  ),
)

export function findCommand(area: string, verb: string): Command | undefined {
  return findArea(area).find((command) => command.verb === underscored(verb))
}

/** For commands of our own that are more than one of these; the name is known to be right. */
export function getCommand(area: string, verb: string): Command {
  const found = findCommand(area, verb)
  if (!found) throw new Error(`there is no command ${area} ${verb}`)
  return found
}

export function findArea(area: string): Command[] {
  return commands.filter((command) => command.area === underscored(area))
}

export function flagsOf(command: Command): Flag[] {
  return [
    ...command.query_flags,
    ...command.body_flags,
    ...(command.operation.body ? [JSON_FLAG] : []),
    ...(takesIfMatch(command.operation) ? [IF_MATCH_FLAG] : []),
    ...(command.operation.idempotency ? [IDEMPOTENCY_FLAG] : []),
    ...(command.is_paged ? [ALL_FLAG] : []),
  ]
}

export function usageOf({ area, verb, params, operation }: Command): string {
  const words = operation.upload ? [...params, FILE] : params
  return [dashed(area), dashed(verb), ...words.map((word) => `<${word}>`)].join(' ')
}

/** Where the answer of a list goes page by page; with `--all`. */
export type ShowPages = (call: ListCall, args: Parameters<ListCall>) => Promise<void>

/** Calls the client's method of this command with what was typed; undefined when its pages were shown. */
export async function runCommand(
  command: Command,
  client: Client,
  words: readonly string[],
  values: ReadonlyMap<Flag, unknown>,
  terminal: Terminal,
  showPages?: ShowPages,
): Promise<unknown> {
  const { operation } = command
  const { params, file } = readWordsOf(command, words)
  const query = pick(command.query_flags, values)
  const args = [
    ...(operation.params ? [params] : []),
    ...(await inputOf(command, query, values, file, terminal)),
    {
      query,
      if_match: values.get(IF_MATCH_FLAG) as string | undefined,
      idempotency_key: values.get(IDEMPOTENCY_FLAG) as string | undefined,
      ...(operation.upload && { timeoutMs: UPLOAD_TIMEOUT_MS }),
    },
  ]
  // The table names the method and the schemas gave its arguments; the compiler cannot see either from here.
  const call = Reflect.get(Reflect.get(client, command.area), command.verb) as ListCall
  if (values.get(ALL_FLAG) === true && showPages) return showPages(call, args as never)
  return call(...(args as never[]))
}

function commandOf(area: string, verb: string, operation: Operation): Command {
  const queryFlags = fieldFlags(operation.query).filter(({ field }) => field !== 'workspaceId')
  const bodyFlags = fieldFlags(operation.body)
  return {
    area,
    verb,
    operation,
    params: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param),
    query_flags: queryFlags,
    body_flags: bodyFlags,
    is_paged: [...queryFlags, ...bodyFlags].some(({ field }) => field === 'cursor'),
  }
}

function fieldFlags(schema: { properties?: Record<string, FieldSchema>; required?: string[] } = {}): Flag[] {
  return Object.entries(schema.properties ?? {}).map(([field, each]) => flag(field, each, schema.required))
}

function pick(flags: readonly Flag[], values: ReadonlyMap<Flag, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    flags.filter((each) => values.has(each)).map((each) => [each.field, values.get(each)]),
  )
}

/** The path values, and then the file where one is taken. */
function readWordsOf(command: Command, words: readonly string[]) {
  const names = command.operation.upload ? [...command.params, FILE] : command.params
  const missing = names.find((_, i) => !words[i])
  if (missing) throw new UsageError(`<${missing}> is missing. Usage: atrium ${usageOf(command)}`)
  const extra = words[names.length]
  if (extra !== undefined) throw new UsageError(`"${extra}" is too much. Usage: atrium ${usageOf(command)}`)
  const params = Object.fromEntries(command.params.map((param, i) => [param, words[i] ?? '']))
  return { params, file: words[command.params.length] ?? '' }
}

/** The body, or the query where there is none, as the client's method takes it; with the file. */
async function inputOf(
  command: Command,
  query: Record<string, unknown>,
  values: ReadonlyMap<Flag, unknown>,
  file: string,
  terminal: Terminal,
): Promise<unknown[]> {
  const { body, upload, query: takesQuery } = command.operation
  if (upload) return [{ ...query, ...(await fileNamed(file, terminal)) }]
  if (body) return [await bodyOf(command, values, terminal)]
  return takesQuery ? [query] : []
}

async function bodyOf(command: Command, values: ReadonlyMap<Flag, unknown>, terminal: Terminal) {
  const fields = pick(command.body_flags, values)
  const typed = values.get(JSON_FLAG)
  const whole =
    typed === undefined ? {} : parseJson('json', typed === '-' ? await readAllInput(terminal) : String(typed))
  if (!isRecord(whole) && Object.keys(fields).length === 0) return whole
  if (!isRecord(whole)) throw new UsageError('Flags can only be added to a --json that is an object.')
  const body = { ...whole, ...fields, ...(await askedFor(command, { ...whole, ...fields }, terminal)) }
  const missing = command.body_flags.filter(({ field, is_required }) => is_required && !(field in body))
  if (missing.length === 0) return body
  const names = missing.map(({ name }) => `--${name}`).join(', ')
  throw new UsageError(
    `${names} is missing. See atrium ${dashed(command.area)} ${dashed(command.verb)} --help`,
  )
}

/** Others can see a command line, and shells keep it: what is secret can be typed unseen, or come from a pipe. */
async function askedFor(command: Command, given: Record<string, unknown>, terminal: Terminal) {
  const asked = command.body_flags.filter(({ field, is_required }) => {
    if (!isSecret(field)) return false
    return given[field] === '-' || (is_required && !(field in given) && terminal.stdin.isTTY === true)
  })
  const answers: Record<string, string> = {}
  for (const { field } of asked) answers[field] = await askSecret(terminal, `${field}: `)
  return answers
}

export function isSecret(field: string): boolean {
  return /(^|_)(password|secret)$/.test(field)
}

export function dashed(word: string): string {
  return word.replaceAll('_', '-')
}

function underscored(word: string): string {
  return word.replaceAll('-', '_')
}
