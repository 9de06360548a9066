/** The services that every app can be connected to, by type. One file for each category. */
import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import { artificialIntelligence } from './artificial-intelligence.ts'
import { commerce } from './commerce.ts'
import { communication } from './communication.ts'
import { crm } from './crm.ts'
import { data } from './data.ts'
import { design } from './design.ts'
import { development } from './development.ts'
import { files } from './files.ts'
import { finance } from './finance.ts'
import { marketing } from './marketing.ts'
import { people } from './people.ts'
import { productivity } from './productivity.ts'
import { sandboxOauth } from './sandbox-oauth.ts'
import { social } from './social.ts'
import { support } from './support.ts'

const all: readonly ConnectorDefinition[] = [
  ...productivity,
  ...communication,
  ...files,
  ...crm,
  ...support,
  ...development,
  ...design,
  ...marketing,
  ...commerce,
  ...finance,
  ...data,
  ...people,
  ...social,
  ...artificialIntelligence,
  sandboxOauth,
]

export const catalogue: ReadonlyMap<string, ConnectorDefinition> = new Map(
  all.map((definition) => [definition.integration_type, definition]),
)
