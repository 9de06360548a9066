import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { chooseLanguageModel } from '../ports/language-model/choose.ts'
import type { LanguageModel } from '../ports/language-model/port.ts'
import type { LanguageModelSettings } from '../settings/language-model.ts'
import type { UsageQuotas } from './usage-to-quotas.ts'

/** The model of the settings; what each workspace uses of it is written down, and limited. */
export function createLanguageModel(
  settings: LanguageModelSettings,
  { clock, log, modelLedger }: { clock: Clock; log: Log } & Pick<UsageQuotas, 'modelLedger'>,
): LanguageModel {
  return chooseLanguageModel({
    kind: settings.language_model,
    baseUrl: settings.llm_base_url,
    model: settings.llm_model,
    apiKey: settings.llm_api_key,
    // The operator chose this address, so it may be on this machine.
    fetch: globalThis.fetch,
    clock,
    log,
    ledger: modelLedger,
    prices: settings.llm_prices,
  })
}
