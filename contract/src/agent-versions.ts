/** What an agent is and was: reading, changing and bringing back. */
import { Type } from 'typebox'
import { Agent, AgentName, AgentPath, EXAMPLE_AGENT, FileUrl, Instructions } from './agents.ts'
import { operation, perMinute, personal } from './operation.ts'
import { Id, Nullable, Page, PageQuery, Timestamp } from './shared.ts'

/** How many of its states an agent keeps, the current one among them. */
export const MAX_AGENT_VERSIONS = 100

const AGENT = '/api/agents/{agent_id}'
const VERSION = `${AGENT}/versions/{version}` as const
const VersionPath = Type.Object({
  agent_id: Id,
  version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
})
const LIMIT = perMinute(60, 'caller+app', 'agents.change')

const versionFields = {
  version: Type.Integer(),
  name: Type.String(),
  description: Nullable(Type.String()),
  logo_url: Nullable(Type.String()),
  created_by: Nullable(Type.String({ description: 'Email; null where it is not known.' })),
  created_date: Timestamp,
}
export const AgentVersion = Type.Object(versionFields, { $id: 'AgentVersion' })
export const WholeAgentVersion = Type.Object(
  { ...versionFields, instructions: Type.String() },
  { $id: 'WholeAgentVersion' },
)

const EXAMPLE_VERSION = {
  version: 2,
  name: EXAMPLE_AGENT.name,
  description: EXAMPLE_AGENT.description,
  logo_url: null,
  created_by: 'ada@example.com',
  created_date: EXAMPLE_AGENT.updated_date,
}
const AGENTS = ['agent_not_found', 'not_an_agent'] as const

/** Of the agent as it was read. */
const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      pattern: '^"[^"]*"$',
      maxLength: 64,
      description:
        'The `updated_date` of the agent as it was read, in quotes: changed only if it is still that',
    }),
  ),
})

export const readAgent = operation({
  name: 'agents.read',
  summary: 'Read an agent',
  method: 'GET',
  path: AGENT,
  credential: personal('full_access'),
  params: AgentPath,
  answer: Agent,
  refuses: AGENTS,
  example: { answer: EXAMPLE_AGENT },
})

export const updateAgent = operation({
  name: 'agents.update',
  summary: 'Change the name, description, logo or instructions of an agent',
  description: `A field left out stays. The next reply follows the new instructions. The newest ${MAX_AGENT_VERSIONS} versions are kept.`,
  method: 'PATCH',
  path: AGENT,
  credential: personal('full_access'),
  limit: LIMIT,
  params: AgentPath,
  headers: IfMatch,
  body: Type.Object({
    name: Type.Optional(AgentName),
    description: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
    logo_url: Type.Optional(Nullable(FileUrl)),
    instructions: Type.Optional(Instructions),
  }),
  answer: Agent,
  refuses: [...AGENTS, 'editor_required', 'agent_changed'],
  example: { body: { instructions: 'Be brief and kind.' }, answer: EXAMPLE_AGENT },
})

export const listAgentVersions = operation({
  name: 'agents.list_versions',
  summary: 'List the versions of an agent, newest first, without their instructions',
  method: 'GET',
  path: `${AGENT}/versions`,
  credential: personal('full_access'),
  params: AgentPath,
  query: PageQuery,
  answer: Page(AgentVersion),
  refuses: AGENTS,
  example: { answer: { items: [EXAMPLE_VERSION], next_cursor: null, has_more: false } },
})

export const readAgentVersion = operation({
  name: 'agents.read_version',
  summary: 'Read a version of an agent with its instructions',
  method: 'GET',
  path: VERSION,
  credential: personal('full_access'),
  params: VersionPath,
  answer: WholeAgentVersion,
  refuses: [...AGENTS, 'agent_version_not_found'],
  example: { answer: { ...EXAMPLE_VERSION, instructions: EXAMPLE_AGENT.instructions } },
})

export const restoreAgentVersion = operation({
  name: 'agents.restore_version',
  summary: 'Make an agent what it was in a version; that becomes the newest one',
  method: 'POST',
  path: `${VERSION}/restore`,
  credential: personal('full_access'),
  idempotency: 'atomic',
  limit: LIMIT,
  params: VersionPath,
  headers: IfMatch,
  answer: Agent,
  refuses: [...AGENTS, 'editor_required', 'agent_version_not_found', 'agent_changed'],
  example: { answer: EXAMPLE_AGENT },
})
