import type { InputOf, operations } from '@atrium/contract'
import { ModelUnavailable, type UnavailableReason } from '../../ports/language-model/port.ts'
import type { Caller, VisitedApp } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { fitApart } from './fit-apart.ts'
import { fitContent } from './fit-content.ts'
import { findOwnFile, readWhole } from './own-files.ts'
import { paidUse } from './paid-use.ts'
import { Unreadable } from './read-rows.ts'
import { readSchema, type SentSchema } from './sent-schema.ts'

/** What is read at once, next to everything else that the server does. */
const LARGEST_FILE = 5 * 1024 * 1024
const LONGEST_TEXT = 150_000
const LONGEST_MS = 120_000
const SYSTEM = 'Take the data that is asked for out of the text. Never make anything up.'

/** What is wrong with a file is reported in the answer: a person chose it, and reads why it did not do. */
export async function extractData(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.integrations.extract_data>,
) {
  const sent = readSchema('json_schema', body.json_schema)
  const app = await deps.access.visit(caller, params.app_id)
  try {
    const output = await extract(deps, app, body.file_url, sent)
    return { status: 'success' as const, details: null, output }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { status: 'error' as const, details: error.message, output: null }
  }
}

async function extract(deps: Deps, app: VisitedApp, url: string, sent: SentSchema): Promise<unknown> {
  const file = await findOwnFile(deps, app.id, url)
  if (!file) throw new Unreadable('There is no such file in this app; upload it first.')
  if (file.size > LARGEST_FILE) {
    throw new Unreadable(`The file is larger than ${LARGEST_FILE / 1024 / 1024} MiB; send it in parts.`)
  }
  const { name, content_type } = file
  const bytes = await readWhole(deps, file)
  const answer = await fitApart({ name, content_type, bytes, schema: sent.schema })
  if ('complaint' in answer) throw new Unreadable(answer.complaint)
  if ('output' in answer) return answer.output
  const noted = readNotes(answer.text, sent)
  if (noted !== undefined) return noted
  return paidUse(deps, app, 'analysis', () => askModel(deps, app, answer.text, sent))
}

/** Text of the form `name: value`, line by line, needs no model. */
function readNotes(text: string, sent: SentSchema): unknown {
  const row: Record<string, unknown> = {}
  for (const line of text.slice(0, LONGEST_TEXT).split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0 && colon < 60) row[line.slice(0, colon).trim()] ??= line.slice(colon + 1).trim()
  }
  if (!('type' in sent.schema) || sent.schema.type !== 'object' || Object.keys(row).length === 0)
    return undefined
  try {
    const [found] = fitContent({ kind: 'rows', rows: [row], isText: true }, sent) as [object?]
    return found && Object.keys(found).length > 0 ? found : undefined
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

async function askModel(
  { languageModel }: Deps,
  app: VisitedApp,
  text: string,
  { schema }: SentSchema,
): Promise<unknown> {
  try {
    const { value } = await languageModel.object({
      feature: 'integrations.extract_data',
      usedBy: { workspace_id: app.workspace_id, app_id: app.id, user_id: app.user?.id ?? null },
      system: SYSTEM,
      messages: [{ role: 'user', content: text.slice(0, LONGEST_TEXT).toWellFormed() }],
      schema,
      signal: AbortSignal.timeout(LONGEST_MS + 10_000),
      timeoutMs: LONGEST_MS,
    })
    return value
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error
    throw new Unreadable(
      COMPLAINTS[error.reason] ?? 'The language model does not answer right now; try again later.',
    )
  }
}

const COMPLAINTS: Partial<Record<UnavailableReason, string>> = {
  not_configured:
    'Free text needs a language model, and none is connected; send CSV, JSON or lines such as `name: value`.',
  budget_used:
    'The workspace has asked the language model as much as it may today; try again tomorrow (UTC), or send CSV, JSON or lines such as `name: value`.',
}
