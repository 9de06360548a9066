// Writes openapi.json from the contract. Run after a change to the contract; the checks fail while it is stale.
import { writeFileSync } from 'node:fs'
import { allOperations } from '@atrium/contract'
import { VERSION } from '../server/src/app.ts'
import { openApi } from '../server/src/platform/http/openapi.ts'

writeFileSync(
  new URL('../openapi.json', import.meta.url),
  `${JSON.stringify(openApi(allOperations, VERSION), null, 2)}\n`,
)
