import { type LanguageModel, ModelUnavailable } from './port.ts'

/** For operators who want no answers from a machine at all. */
export function noModel(): LanguageModel {
  const refuse = () => new ModelUnavailable('not_configured', 'No language model is configured.')
  return {
    name: 'none',
    isAvailable: false,
    // biome-ignore lint/correctness/useYield: refuses before there is anything to yield
    async *reply() {
      throw refuse()
    },
    async text() {
      throw refuse()
    },
    async object() {
      throw refuse()
    },
    async turn() {
      throw refuse()
    },
  }
}
