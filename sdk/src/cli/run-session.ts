/** `atrium code "…"`: launches a coding session, and shows what it does. */
import { createClient } from '../client.ts'
import { appCodingSessions, type CodingLaunch, isOver } from '../coding.ts'
import type { CodingSession } from '../resources.ts'
import { answerSession } from './answer-session.ts'
import { APP_FLAG, appOf, textOf } from './app-flag.ts'
import { askLine } from './ask-line.ts'
import { type Flag, flag } from './flags.ts'
import { endedBy, endOf } from './following.ts'
import type { Typed } from './own-command.ts'
import { asJson, jsonLine, visible } from './print.ts'
import { endOfSession, linesOf } from './session-lines.ts'
import { asTable, viewOf } from './table.ts'
import { ExitError } from './usage.ts'

const TITLE_FLAG = flag('title', { type: 'string', description: 'Else the first line of the prompt' })
const BRANCH_FLAG = flag('branch', { type: 'string', description: 'Work on this branch; else on a new one' })
const FROM_FLAG = flag('from', { type: 'string', description: 'What a new branch starts from' })
const REFERENCE_FLAG = flag('reference', { type: 'string', description: 'Your own mark, to find it by' })
const SESSION_FLAG = flag('session', {
  type: 'string',
  description: 'Say it to this session, in place of a new one',
})
const FOLLOW_FLAG: Flag = {
  ...flag('follow', { type: 'boolean', description: 'Show what it does until it has ended, and ask you' }),
  short: 'f',
}
const YES_FLAG: Flag = {
  ...flag('yes', { type: 'boolean', description: 'Approve what it wants approved' }),
  short: 'y',
}
export const CODE_FLAGS = [
  ...[APP_FLAG, TITLE_FLAG, BRANCH_FLAG, FROM_FLAG, REFERENCE_FLAG],
  ...[SESSION_FLAG, FOLLOW_FLAG, YES_FLAG],
]

const LONGEST_TITLE = 72

export async function runSession(typed: Typed): Promise<string> {
  const { terminal, connection, values, format } = typed
  const app_id = appOf(typed, 'code <prompt> --app <app_id>')
  const client = createClient(connection)
  const { session, after } = await begin(client, app_id, typed)
  if (values.get(FOLLOW_FLAG) !== true)
    return format === 'json' ? asJson(session) : asTable(session, viewOf(terminal))
  const ended = await follow(client, app_id, session, after, typed)
  if (format === 'json') terminal.stdout.write(jsonLine({ session: ended }))
  if (ended.state !== 'completed') throw new ExitError(1, whyNot(ended, app_id))
  return format === 'json' ? '' : endOfSession(ended)
}

/** A new session, or one that has got a message; events up to `after` are old. */
async function begin(client: ReturnType<typeof createClient>, app_id: string, { words, values }: Typed) {
  const [prompt = ''] = words
  const session_id = textOf(values, SESSION_FLAG)
  if (session_id === undefined) {
    const body = launchOf(prompt, values)
    return { session: await client.coding.launch({ app_id }, body), after: 0 }
  }
  const path = { app_id, session_id }
  let after = 0
  for (let has_more = true; has_more; ) {
    const page = await client.coding.events(path, { after, limit: 200 })
    after = page.items.at(-1)?.seq ?? after
    has_more = page.has_more
  }
  await client.coding.message(path, { text: prompt })
  return { session: await client.coding.read(path), after }
}

function launchOf(prompt: string, values: Typed['values']): CodingLaunch {
  const [line = ''] = prompt.trim().split('\n')
  const short = line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1)}…` : line
  const title = textOf(values, TITLE_FLAG) ?? short
  const existing_branch = textOf(values, BRANCH_FLAG)
  const source_ref = textOf(values, FROM_FLAG)
  const client_reference = textOf(values, REFERENCE_FLAG)
  return {
    ...{ prompt, title },
    ...(existing_branch !== undefined && { existing_branch }),
    ...(source_ref !== undefined && { source_ref }),
    ...(client_reference !== undefined && { client_reference }),
  }
}

async function follow(
  client: ReturnType<typeof createClient>,
  app_id: string,
  { id }: CodingSession,
  after: number,
  { terminal, values, format }: Typed,
): Promise<CodingSession> {
  const { signal } = endOf(terminal)
  terminal.stderr.write(`Session ${visible(id)}\n`)
  try {
    return await appCodingSessions(client, app_id).follow(id, {
      ...{ after, signal, timeoutMs: Number.POSITIVE_INFINITY },
      onEvent: (event) => {
        if (format === 'json') terminal.stdout.write(jsonLine({ event }))
        else for (const line of linesOf(event)) terminal.stdout.write(`${line}\n`)
      },
      answer: (request) =>
        answerSession(terminal, request, { isApproved: values.get(YES_FLAG) === true, signal }),
    })
  } catch (error) {
    if (!signal.aborted) throw error
    const typed = await askLine(terminal, '\nCancel the session? [y/N] ')
    if (!/^\s*y/i.test(typed ?? '')) throw endedBy(signal, `The session goes on. ${seeAlso(app_id, id)}`)
    await client.coding.cancel({ app_id, session_id: id })
    throw endedBy(signal, 'It is being cancelled; its work so far is on its branch.')
  }
}

function whyNot({ id, state, error_message, error_code }: CodingSession, app_id: string): string {
  if (state === 'failed') return `It failed: ${visible(error_message ?? error_code ?? 'no reason is known')}`
  if (isOver({ state }) || state === 'cancelling')
    return 'It was cancelled; its work so far is on its branch.'
  return `It waits for an answer. ${seeAlso(app_id, id)}`
}

function seeAlso(app_id: string, id: string): string {
  return `See atrium coding read ${visible(app_id)} ${visible(id)}`
}
