import type { LanguageModel } from '../../../ports/language-model/port.ts'
import { createModelReader } from './model-reader.ts'
import { createRuleReader } from './plain-english/rule-reader.ts'
import type { StepReader } from './step-reader.ts'

/** The model where there is one, rules where Atrium runs offline, null where models are turned off or away. */
export function chooseReader(languageModel: LanguageModel): StepReader | null {
  if (languageModel.name === 'none' || !languageModel.isAvailable) return null
  return languageModel.name === 'offline' ? createRuleReader() : createModelReader(languageModel)
}
