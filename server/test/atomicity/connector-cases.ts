import { consentRequest } from '../../src/modules/connectors/test/sandbox-consent.ts'
import type { Cases } from './case.ts'

export const connectorCases: Cases = {
  'connectors.decide_sandbox': {
    why: 'nothing is stored: the request and the code carry what they stand for',
    prepare: async ({ app, client }) => {
      const request = consentRequest(app)
      return () => client.connectors.decide_sandbox({ request, decision: 'approve' })
    },
    steps: [],
  },
}
