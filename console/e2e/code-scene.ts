/** Sessions, pull requests and chats made up for the browser, in states that pass by too fast to be met. */
import type {
  ChatMessage,
  CodingSession,
  CodingSessionEvent,
  Diff,
  InputRequest,
  PullRequestDetail,
  Repository,
} from '@atrium/sdk'
import type { Page, Route } from 'playwright-core'
import { isOf } from './act.ts'

const AT = '2026-11-16T09:30:00.000Z'
const PAGE = { next_cursor: null, has_more: false }
const SHA = '1f0c7f3a1b7a4d5d8f2b3c4d5e6f708192a3b4c5'

export const REPOSITORY: Repository = {
  ...{ provider: 'local', full_name: 'harbour/shop', base_branch: 'main', base_url: null },
  ...{ has_access_token: false, web_url: null, connected_by: 'ada@example.com', connected_date: AT },
  clone_url: 'http://127.0.0.1:8787/git/ws_demo/harbour/shop.git',
  ...{ synced_commit: SHA, synced_date: AT },
}

export const PULL_REQUEST: PullRequestDetail = {
  ...{ number: 7, url: 'http://127.0.0.1:8787/apps/app_demo_storefront/code/pull-requests/7' },
  ...{ title: 'Greet people by name', state: 'open', base_branch: 'main', provider: 'local' },
  head_branch: 'session/06bcz0k3-greet-people-by-name',
  ...{ head_sha: SHA, commits: 1, changed_files: 4, additions: 14, deletions: 3, created_at: AT },
  body: 'The greeting names the person who signed in.\n\n- `hello()` takes a name\n- the page passes it\n\nChecks: types passed, tests passed.',
  ...{ author: 'Atrium', mergeable: true, merged_at: null },
}

const DIFF: Diff = {
  ...{ base_commit: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567', head_commit: SHA, truncated: false },
  files: [
    {
      ...{ path: 'src/greet.ts', old_path: null, status: 'modified', additions: 3, deletions: 3 },
      is_binary: false,
      patch:
        '@@ -1,6 +1,6 @@\n import { words } from "./words.ts"\n \n-export function hello() {\n-  return words.hello\n+export function hello(name: string) {\n+  return words.hello + ", " + name\n }\n \n@@ -40,2 +40,2 @@ export function page() {\n-  return render(hello())\n+  return render(hello(person.name)) // a long line that goes on and on, so that it is wider than a phone can show it at once\n }\n',
    },
    {
      ...{ path: 'test/greet.test.ts', old_path: null, status: 'added', additions: 11, deletions: 0 },
      is_binary: false,
      patch:
        '@@ -0,0 +1,3 @@\n+import { hello } from "../src/greet.ts"\n+\n+test("greets by name", () => expect(hello("Ada")).toBe("Hello, Ada!"))\n',
    },
    {
      ...{ path: 'logo.png', old_path: 'old-logo.png', status: 'renamed', additions: 0, deletions: 0 },
      ...{ is_binary: true, patch: null },
    },
    {
      ...{ path: 'package-lock.json', old_path: null, status: 'modified', additions: 900, deletions: 4 },
      ...{ is_binary: false, patch: null },
    },
  ],
}

const { body: _body, author: _author, mergeable: _mergeable, merged_at: _merged, ...LISTED } = PULL_REQUEST

export const DONE: CodingSession = {
  ...{ id: 'cod_done', state: 'completed', message_id: 'inp_1', title: 'Greet people by name' },
  ...{ repository_full_name: REPOSITORY.full_name, branch_id: 'brn_1', session_url: null },
  branch_name: PULL_REQUEST.head_branch,
  pull_request: LISTED,
  ...{ error_code: null, error_message: null, launch_key: 'k', client_reference: null },
  ...{ input_request_id: null, outcome: 'pull_request' },
  summary: 'The greeting names the person. `hello()` takes the name, and the page passes it on.',
  plan: [
    { text: 'Read how people are greeted', status: 'done' },
    { text: 'Pass the name to hello()', status: 'done' },
    { text: 'Translate the greeting', status: 'skipped' },
  ],
  ...{ step_count: 6, launched_by: 'ada@example.com' },
  usage: { input_tokens: 5_210, output_tokens: 640, cost: 0.02 },
  ...{ created_date: AT, updated_date: AT, completed_at: '2026-11-16T09:31:12.000Z' },
}
export const RUNNING: CodingSession = {
  ...DONE,
  ...{ id: 'cod_live', state: 'running', title: 'Sort the catalogue by price', pull_request: null },
  ...{ outcome: null, summary: null, completed_at: null, step_count: 2 },
  plan: [
    { text: 'Find where the catalogue is read', status: 'done' },
    { text: 'Sort it', status: 'doing' },
    { text: 'Test it', status: 'waiting' },
  ],
}
export const ASKING: CodingSession = {
  ...RUNNING,
  ...{ id: 'cod_asks', state: 'needs_input', input_request_id: 'inq_1' },
}
export const FAILED: CodingSession = {
  ...RUNNING,
  ...{ id: 'cod_failed', state: 'failed', title: 'Move to the new checkout', completed_at: AT },
  error_code: 'merge_conflict',
  error_message:
    'Somebody pushed other changes of the same lines. Send a message to begin again from theirs.',
}

const QUESTION: InputRequest = {
  ...{ id: 'inq_1', kind: 'question', prompt: 'How should the catalogue be sorted?', options: null },
  questions: [
    {
      prompt: 'How should the **catalogue** be sorted?',
      options: [
        { label: 'Cheapest first', description: 'As most shops do.' },
        { label: 'Dearest first', description: null },
      ],
      multiple: false,
    },
  ],
  ...{ created_at: AT, expires_at: '2026-11-19T09:30:00.000Z' },
}
export const APPROVAL: InputRequest = {
  ...QUESTION,
  ...{ kind: 'approval', prompt: 'I would delete `src/legacy/`, which nothing uses.', questions: [] },
}

type Fact = [CodingSessionEvent['type'], Record<string, unknown>]
const events = (...facts: Fact[]): CodingSessionEvent[] =>
  facts.map(([type, data], place) => ({ seq: place + 1, type, data, created_date: AT }))

export const EVENTS = events(
  ['message', { message_id: 'inp_1', text: 'Greet people by their name', from: 'ada@example.com' }],
  ['state', { from: 'queued', to: 'running' }],
  [
    'turn',
    {
      text: 'I look at how people are **greeted** now.',
      calls: [
        { id: 'c1', tool: 'update_plan', input: { items: [] } },
        { id: 'c2', tool: 'search', input: { pattern: 'hello(' } },
        { id: 'c3', tool: 'read_file', input: { path: 'src/greet.ts' } },
      ],
    },
  ],
  ['tool_result', { call_id: 'c2', output: 'src/greet.ts:3\nsrc/page.ts:41', is_error: false }],
  ['tool_result', { call_id: 'c3', output: 'export function hello() {…', is_error: false }],
  [
    'turn',
    {
      text: 'The function gets a parameter.',
      calls: [
        {
          id: 'c4',
          tool: 'edit_file',
          input: { path: 'src/greet.ts', old: 'hello()', new: 'hello(name: string)' },
        },
        { id: 'c5', tool: 'run_command', input: { command: 'npm test' } },
      ],
    },
  ],
  ['tool_result', { call_id: 'c4', output: 'Changed in 1 place.', is_error: false }],
  [
    'tool_result',
    {
      ...{ call_id: 'c5', output: 'FAIL test/greet.test.ts\nexpected Hello, Ada!', is_error: true },
      duration_ms: 2_410,
    },
  ],
  [
    'input_request',
    { id: 'inq_0', kind: 'question', prompt: 'Should strangers be greeted too?', questions: [] },
  ],
  ['input', { text: 'Yes, as guests.', from: 'ada@example.com' }],
  [
    'commit',
    { commit: SHA, files: [{ path: 'src/greet.ts', status: 'modified', additions: 3, deletions: 3 }] },
  ],
  ['check', { name: 'types', command: 'npx tsc --noEmit', status: 'passed', output: 'Found 0 errors.' }],
  ['check', { name: 'lint', command: '', status: 'skipped', output: '' }],
)
export const ENDED = [
  ...EVENTS,
  ...events(
    ['state', { from: 'running', to: 'opening_pull_request' }],
    ['pull_request', { number: 7, url: PULL_REQUEST.url }],
    ['state', { from: 'opening_pull_request', to: 'completed' }],
  ).map((event) => ({ ...event, seq: event.seq + EVENTS.length })),
]

const CHAT: ChatMessage[] = [
  {
    ...{ id: 'cht_2', text: 'Make the heading green', from: 'ada@example.com' },
    status: {
      state: 'failed',
      error_code: 'model_unavailable',
      message: 'The language model does not answer. Send the message again later.',
    },
    ...{ reply: null, files: [], entities: [], preview: null, created_date: AT, completed_at: AT },
  },
  {
    ...{ id: 'cht_1', text: 'Create an entity Visit with fields page, count (number)' },
    from: 'ada@example.com',
    status: { state: 'completed', error_code: null, message: null },
    reply: 'There is an entity `Visit` now, and a page that lists visits.',
    ...{ files: DIFF.files.slice(0, 2), entities: ['Visit'], preview: null },
    ...{ created_date: AT, completed_at: AT },
  },
]

type Answer = object | undefined | ((route: Route) => Promise<void>)

const SESSIONS = [RUNNING, ASKING, DONE, FAILED]
const lastPart = (route: Route, from = -1) => new URL(route.request().url()).pathname.split('/').at(from)

const ANSWERS: Record<string, Answer> = {
  'repository.read': { repository: REPOSITORY },
  'coding.list': { items: SESSIONS, ...PAGE },
  'coding.read': (route) =>
    route.fulfill({ json: SESSIONS.find(({ id }) => id === lastPart(route)) ?? DONE }),
  'coding.events': (route) => {
    const { searchParams } = new URL(route.request().url())
    const all = lastPart(route, -2) === DONE.id ? ENDED : EVENTS
    const items = all.filter(({ seq }) => seq > Number(searchParams.get('after')))
    return route.fulfill({ json: { items, has_more: false } })
  },
  'coding.diff': DIFF,
  'coding.input_request': { input_request: QUESTION },
  'pull_requests.list': { items: [LISTED], ...PAGE },
  'pull_requests.read': PULL_REQUEST,
  'pull_requests.diff': DIFF,
  'pull_requests.list_comments': {
    items: [{ id: '1', author: 'grace@example.com', body: 'Looks **good**.', created_date: AT }],
    ...PAGE,
  },
  'chat.list': { items: CHAT, ...PAGE },
}

/** Has these answers given, and shows the page again with them. */
export async function showCode(page: Page, others: Record<string, Answer> = {}) {
  const answers = Object.entries({ ...ANSWERS, ...others })
  await page.route(
    (url) => /\/(imported|chat)\//.test(url.pathname),
    async (route) => {
      const [, answer] = answers.find(([name]) => isOf(name, route.request())) ?? []
      if (typeof answer === 'function') await (answer as (route: Route) => Promise<void>)(route)
      else await (answer === undefined ? route.fallback() : route.fulfill({ json: answer }))
    },
  )
  await page.reload()
}
