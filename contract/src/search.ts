/** Finding a thing of a workspace by what it is called, and a record by its number. */
import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { Nullable, OneOf, WorkspaceQuery } from './shared.ts'

/** So many apps are looked into, those that changed last; apps themselves are found among all. */
export const MOST_SEARCHED_APPS = 500
/** So many indexed fields are asked for a record's number. */
export const MOST_SEARCHED_FIELDS = 50

export const FoundThing = Type.Object(
  {
    type: OneOf(['app', 'agent', 'member', 'entity', 'record', 'function', 'workflow', 'flow', 'campaign']),
    id: Type.String({ description: 'Of functions and entities their name; of members their email.' }),
    name: Type.String(),
    detail: Nullable(
      Type.String({ description: 'Of a record the field it was found by, of a member the email.' }),
    ),
    app_id: Nullable(Type.String()),
    app_name: Nullable(Type.String()),
    entity_name: Nullable(Type.String({ description: 'Of records the entity.' })),
  },
  { $id: 'FoundThing' },
)

export const findThings = operation({
  name: 'search.find',
  summary: 'Find things of a workspace by name, and records by id or number',
  description: `Apps, agents, members, and in apps entities, functions, workflows, automated tests and campaigns, by a part of their name. Records by their whole id, or by the whole value of a field that the schema declares an index for (\`"index": true\`), such as the number of an order; only in apps that you can edit, and under the rules of the entity as \`records.list\` has them. What your role cannot open is not found. Looks into the ${MOST_SEARCHED_APPS} apps that changed last and asks at most ${MOST_SEARCHED_FIELDS} indexed fields; \`is_partial\` says that something was left out.`,
  method: 'GET',
  path: '/api/workspace/search',
  credential: personal('read_only'),
  limit: perMinute(120, 'caller'),
  query: Type.Object({
    q: Type.String({ minLength: 1, maxLength: 200, description: 'What it is called, or its number.' }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
    ...WorkspaceQuery.properties,
  }),
  answer: Type.Object({
    items: Type.Array(FoundThing, { description: 'The closest first.' }),
    is_partial: Type.Boolean(),
  }),
  refuses: ['workspace_not_found'],
  example: {
    answer: {
      items: [
        {
          type: 'record',
          id: '06bcz0k3v4n8q1t5w7x9y2a3b4',
          name: 'HP-10234',
          detail: 'number HP-10234',
          app_id: 'app_06bcz0k3v4n8q1t5w7x9y2a3b4',
          app_name: 'Orders',
          entity_name: 'Order',
        },
      ],
      is_partial: false,
    },
  },
})
