import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { meteredModel } from './metered.ts'
import { noModel } from './none.ts'
import { offlineModel } from './offline.ts'
import { openAiCompatibleModel } from './openai-compatible.ts'
import type { LanguageModel, ModelPrices, UsageLedger } from './port.ts'
import { redactedModel } from './redacted.ts'

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
  ledger: UsageLedger
  prices: ModelPrices
}

/** The model that the settings ask for; a base URL alone asks for the one behind it. */
export function chooseLanguageModel(choice: LanguageModelChoice): LanguageModel {
  const kind = choice.kind ?? (choice.baseUrl === null ? 'offline' : 'openai-compatible')
  if (!isKnown(kind)) {
    throw new Error(`LANGUAGE_MODEL=${kind} is not known; use one of ${Object.keys(KINDS).join(', ')}.`)
  }
  return KINDS[kind](choice)
}

const KINDS = { offline: freeModel, 'openai-compatible': realModel, none: noModel }

function isKnown(kind: string): kind is keyof typeof KINDS {
  return Object.hasOwn(KINDS, kind)
}

/** It runs here: nothing leaves, and it costs nothing. */
function freeModel({ ledger }: LanguageModelChoice): LanguageModel {
  return meteredModel(offlineModel(), { ledger, prices: null })
}

function realModel({ baseUrl, model, ledger, prices, ...rest }: LanguageModelChoice): LanguageModel {
  if (baseUrl === null || model === null) {
    throw new Error('LANGUAGE_MODEL=openai-compatible needs LLM_BASE_URL and LLM_MODEL.')
  }
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new Error('LLM_BASE_URL must be an http or https address without a name or password in it.')
  }
  const outside = redactedModel(openAiCompatibleModel({ ...rest, baseUrl, model }))
  return meteredModel(outside, { ledger, prices })
}
