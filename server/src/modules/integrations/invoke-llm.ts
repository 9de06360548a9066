import { isUtf8 } from 'node:buffer'
import type { InputOf, operations } from '@atrium/contract'
import { type ModelRequest, ModelUnavailable } from '../../ports/language-model/port.ts'
import { type Caller, refuseForModel } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { exampleValue } from './example-value.ts'
import { findOwnFile, readWhole } from './own-files.ts'
import { paidUse } from './paid-use.ts'
import { readSchema, type SentSchema } from './sent-schema.ts'

const SYSTEM = 'You do a task for an app. Answer with the result alone, without talking about the task.'
const LONGEST_MS = 120_000
const LARGEST_FILE = 200_000

export async function invokeLlm(
  deps: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.integrations.invoke_llm>,
) {
  const { prompt, response_json_schema, file_urls } = body
  const sent = response_json_schema ? readSchema('response_json_schema', response_json_schema) : null
  const app = await deps.access.visit(caller, params.app_id)
  const files = await Promise.all((file_urls ?? []).map((url) => describeFile(deps, app.id, url)))
  const request: ModelRequest = {
    feature: 'integrations.invoke_llm',
    usedBy: { workspace_id: app.workspace_id, app_id: app.id, user_id: app.user?.id ?? null },
    system: SYSTEM,
    messages: [{ role: 'user', content: [prompt, ...files].join('\n\n') }],
    signal: AbortSignal.timeout(LONGEST_MS + 10_000),
    timeoutMs: LONGEST_MS,
  }
  return paidUse(deps, app, 'analysis', () => ask(deps, request, prompt, sent))
}

async function ask(
  { languageModel }: Deps,
  request: ModelRequest,
  prompt: string,
  sent: SentSchema | null,
): Promise<unknown> {
  try {
    if (!sent) return (await languageModel.text(request)).text
    if (languageModel.name !== 'offline') {
      return (await languageModel.object({ ...request, schema: sent.schema })).value
    }
    const value = exampleValue(sent.schema, prompt)
    const problem = sent.check(value)
    if (problem === null) return value
    throw new ModelUnavailable('not_configured', `No example fits the schema: ${problem}`)
  } catch (cause) {
    if (!(cause instanceof ModelUnavailable)) throw cause
    const message = 'The language model does not answer right now, or not as asked; try again later.'
    throw refuseForModel(cause, message)
  }
}

/** The text of a file of this app; of any other only where it is. */
async function describeFile(deps: Deps, appId: string, url: string): Promise<string> {
  const file = await findOwnFile(deps, appId, url)
  if (!file || file.size > LARGEST_FILE) return `File: ${url}`
  const bytes = await readWhole(deps, file)
  if (!isUtf8(bytes) || bytes.includes(0)) return `File: ${url}`
  return `File ${file.name}:\n${bytes.toString('utf8')}`
}
