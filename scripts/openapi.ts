// Writes openapi.json from the contract. Run after a change to the contract; the checks fail while it is stale.
import { writeFileSync } from 'node:fs'
import { API_VERSION, allOperations } from '@atrium/contract'
import { openApi } from '../server/src/platform/http/openapi.ts'

writeFileSync(
  new URL('../openapi.json', import.meta.url),
  `${JSON.stringify(openApi(allOperations, API_VERSION), null, 2)}\n`,
)
