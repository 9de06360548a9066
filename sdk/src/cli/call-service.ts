/** `atrium connectors call`: one request to a connected service. */
import { CALL_METHODS } from '@atrium/contract/connector-calls'
import { createClient } from '../client.ts'
import type { ServiceAnswer } from '../resources.ts'
import { textOf } from './app-flag.ts'
import { type Flag, flag, parseJson } from './flags.ts'
import type { Typed } from './own-command.ts'
import { asJson, visible } from './print.ts'
import { readAllInput } from './terminal.ts'
import { ExitError, UsageError } from './usage.ts'

const DATA_FLAG: Flag = {
  ...flag('data', { type: 'string', description: 'The body as JSON, "-" to read it from stdin' }),
  short: 'd',
}
const HEADER_FLAG: Flag = {
  ...flag('header', { type: 'string', description: 'A header, as name: value; once for each' }),
  is_repeated: true,
}
const ALL_FLAG = flag('all_items', { type: 'boolean', description: 'Follow the pages of a list' })
const MOST_FLAG = flag('max_items', { type: 'integer', description: 'At most so many; 1000 when left out' })

export const CALL_FLAGS = [DATA_FLAG, HEADER_FLAG, ALL_FLAG, MOST_FLAG]

export async function callService(typed: Typed): Promise<string> {
  const { terminal, connection, words, values, format } = typed
  const [app_id = '', integration_type = '', verb = '', target = ''] = words
  const method = CALL_METHODS.find((one) => one === verb.toUpperCase())
  if (!method) throw new UsageError(`The method is one of ${CALL_METHODS.join(', ')}, not "${verb}".`)
  const [path = '', ...queries] = target.split('?')
  if (!path.startsWith('/')) throw new UsageError(`The path begins with /, not as "${target}".`)
  const data = textOf(values, DATA_FLAG)
  const max_items = values.get(MOST_FLAG) as number | undefined
  const headers = readHeaders((values.get(HEADER_FLAG) ?? []) as readonly string[])
  const client = createClient({ ...connection, app_id })
  const answer = await client.connectors.call(integration_type, {
    method,
    path,
    query: Object.fromEntries(new URLSearchParams(queries.join('?'))),
    headers,
    ...(data !== undefined && {
      body: parseJson('data', data === '-' ? await readAllInput(terminal) : data),
    }),
    ...(values.get(ALL_FLAG) === true && { all_items: true }),
    ...(max_items !== undefined && { max_items }),
  })
  terminal.stdout.write(format === 'json' ? asJson(answer) : shownTo(answer))
  if (answer.has_more) terminal.stderr.write('There are more; raise --max-items.\n')
  if (!answer.ok) throw new ExitError(1, whyNot(answer))
  return ''
}

function whyNot({ status }: ServiceAnswer): string {
  const isGood = status >= 200 && status <= 299
  return isGood ? 'The service said in its answer that it failed.' : `The service answered ${status}.`
}

function readHeaders(typed: readonly string[]): Record<string, string> {
  const pairs = typed.map((text) => {
    const at = text.indexOf(':')
    if (at < 1) throw new UsageError(`--header takes name: value, not "${text}".`)
    return [text.slice(0, at).trim(), text.slice(at + 1).trim()] as const
  })
  return Object.fromEntries(pairs)
}

/** What the service said, without what could move the cursor. */
function shownTo({ body, encoding }: ServiceAnswer): string {
  if (encoding === 'json') return asJson(body)
  const lines = String(body).split('\n').map(visible)
  return body === '' ? '' : `${lines.join('\n')}\n`
}
