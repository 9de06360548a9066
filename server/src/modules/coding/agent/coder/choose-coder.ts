import type { Deps } from '../../deps.ts'
import type { Coder } from '../loop/coder.ts'
import { ruleCoder } from '../rule-coder/rule-coder.ts'
import { modelCoder } from './model-coder.ts'

/** Rules where there is no model; one that was turned off on purpose stays off. */
export function chooseCoder({ languageModel, clock }: Pick<Deps, 'languageModel' | 'clock'>): Coder {
  return languageModel.name === 'offline' ? ruleCoder({ clock }) : modelCoder(languageModel)
}
