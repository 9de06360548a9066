import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { noModel } from './none.ts'
import { offlineModel } from './offline.ts'
import { openAiCompatibleModel } from './openai-compatible.ts'
import type { LanguageModel } from './port.ts'

export interface LanguageModelChoice {
  /** `LANGUAGE_MODEL` as it was set; null when it was not. */
  kind: string | null
  baseUrl: string | null
  model: string | null
  apiKey: string | null
  /** How to reach the address that the operator chose, which may be on this machine. */
  fetch: typeof globalThis.fetch
  clock: Clock
  log: Log
}

/** The model that the settings ask for; a base URL alone asks for the one behind it. */
export function chooseLanguageModel(choice: LanguageModelChoice): LanguageModel {
  const kind = choice.kind ?? (choice.baseUrl === null ? 'offline' : 'openai-compatible')
  if (!isKnown(kind)) {
    throw new Error(`LANGUAGE_MODEL=${kind} is not known; use one of ${Object.keys(KINDS).join(', ')}.`)
  }
  return KINDS[kind](choice)
}

const KINDS = { offline: offlineModel, 'openai-compatible': realModel, none: noModel }

function isKnown(kind: string): kind is keyof typeof KINDS {
  return Object.hasOwn(KINDS, kind)
}

function realModel({ baseUrl, model, ...rest }: LanguageModelChoice): LanguageModel {
  if (baseUrl === null || model === null) {
    throw new Error('LANGUAGE_MODEL=openai-compatible needs LLM_BASE_URL and LLM_MODEL.')
  }
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new Error('LLM_BASE_URL must be an http or https address without a name or password in it.')
  }
  return openAiCompatibleModel({ ...rest, baseUrl, model })
}
