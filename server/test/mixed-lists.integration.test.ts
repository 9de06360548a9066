/** One bad item among good ones, first, in the middle and last, for every list that an operation takes. */

import { allOperations } from '@atrium/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApp } from './app.ts'
import { adLists } from './mixed-lists/ad-lists.ts'
import { appLists } from './mixed-lists/app-lists.ts'
import { archiveLists } from './mixed-lists/archive-lists.ts'
import { codingLists } from './mixed-lists/coding-lists.ts'
import { connectionLists } from './mixed-lists/connection-lists.ts'
import { contractLists } from './mixed-lists/contract-lists.ts'
import { flowLists } from './mixed-lists/flow-lists.ts'
import { functionLists } from './mixed-lists/function-lists.ts'
import { expectAllOrNothing, expectEachOnItsOwn } from './mixed-lists/mixed-list.ts'
import { ownConnectorLists } from './mixed-lists/own-connector-lists.ts'
import { peopleLists } from './mixed-lists/people-lists.ts'
import { recordLists } from './mixed-lists/record-lists.ts'
import { scanLists } from './mixed-lists/scan-lists.ts'
import { TASKS_OF_WORKFLOWS, workflowLists } from './mixed-lists/workflow-lists.ts'

// Tests are named by the tables, which need the people.
const app = await createTestApp({ rate_limits: 'off' })
afterAll(() => app.stop())
const owner = await app.make.person('owner')
const viewer = await app.make.person('viewer', { id: owner.workspace_id })

const lists = [
  ...recordLists(app, owner, viewer),
  ...peopleLists(app),
  ...appLists(app, owner),
  ...adLists(app),
  ...functionLists(app, owner),
  ...workflowLists(app, owner),
  ...scanLists(app, owner),
  ...flowLists(app, owner),
  ...codingLists(app, owner),
  ...archiveLists(app),
  ...ownConnectorLists(app),
  ...connectionLists(app),
]

describe.each([...Map.groupBy(lists, ({ list }) => list)])('%s', (_, cases) => {
  test.each(cases.map((each) => [each.why, each] as const))('with %s', { tags: 'slow' }, async (_, each) => {
    await (each.report ? expectEachOnItsOwn(each) : expectAllOrNothing(each))
  })
})

/** Lists whose items are held against their schema and nothing else; list-items.test.ts does that for all lists. */
const ONLY_THE_SCHEMA: Record<string, string[]> = {
  'any text is a thing to look for': [
    'members.list body.search_terms',
    'members.list body.roles',
    'events.aggregate body.event_name',
    'events.aggregate body.percentiles',
  ],
  'one of a few words': [
    'members.list body.invite_statuses',
    'webhooks.create body.events',
    'webhooks.update body.events',
    'app_webhooks.create body.events',
    'app_webhooks.update body.events',
    'assets.generate body.field_types',
    'functions.deploy body.automations.0.events',
    'workflows.create body.trigger.events',
    'workflows.update body.trigger.events',
  ],
  'a field may be declared later': ['record_views.create body.columns', 'record_views.update body.columns'],
  'a hint for browsers, kept as it is': ['account.add_passkey body.passkey.response.transports'],
  'an entity may be made later': [
    'app_webhooks.create body.entity_names',
    'app_webhooks.update body.entity_names',
  ],
  'a tool is looked up when it is used': ['app_agents.configure body.0.tool_configs'],
  'what cannot be read is named only': ['integrations.invoke_llm body.file_urls'],
  'what no step can do becomes none': ['recordings.send body.actions'],
  'an address is kept as it is': ['messages.send body.file_urls', 'app_messages.send body.file_urls'],
  'texts that the platform judges': [
    ...['campaigns.create body', 'ads.launch body.campaign'].flatMap((body) =>
      ['keyword_themes', 'search_themes', 'headlines', 'long_headlines', 'descriptions'].map(
        (name) => `${body}.${name}`,
      ),
    ),
    'campaigns.update body.value of keyword_themes',
    'campaigns.update body.value of search_themes',
    ...['headlines', 'long_headlines', 'descriptions'].map(
      (name) => `campaigns.update body.value.${name} of ad_copy`,
    ),
  ],
}

/** What holds several things without being a list of a body. */
const OTHER_LISTS = [
  'records.import file',
  'schemas.replace_all body.entityNameToSchema',
  "an archive's apps",
  "an archive's folders",
  ...TASKS_OF_WORKFLOWS,
]
const SINGLE_FILES = ['integrations.upload_file', 'integrations.upload_private_file']

test('every list that an operation takes is in a table above or has a reason not to be', () => {
  const known = [...lists.map(({ list }) => list), ...Object.values(ONLY_THE_SCHEMA).flat()]
  const taken = [...contractLists.map(({ name }) => name), ...OTHER_LISTS]
  expect([...new Set(known)].sort()).toEqual(taken.sort())
  expect(known.length - lists.length).toBe(new Set(Object.values(ONLY_THE_SCHEMA).flat()).size)
})

test('every file that an operation takes is one thing, or is in a table above', () => {
  const taken = allOperations.filter(({ upload }) => upload).map(({ name }) => name)
  expect(taken.toSorted()).toEqual([...SINGLE_FILES, 'records.import'].sort())
})
