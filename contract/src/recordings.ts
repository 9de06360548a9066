import { type Static, Type } from 'typebox'
import { MAX_FLOW_STEPS, SentStep, Target } from './flow-steps.ts'
import { AppPath, EXAMPLE_STEP, TESTING } from './flows.ts'
import { Bytes, operation, perMinute, personal } from './operation.ts'
import { Id, Nullable, OneOf, Timestamp } from './shared.ts'

/** What one recording may have; steps beyond those of a flow are left out. */
export const MAX_RECORDED_ACTIONS = 200
export const MAX_RECORDING_BYTES = 524_288
export const MAX_OPEN_RECORDINGS = 10
export const RECORDING_HOURS = 2

const RECORDINGS = `${TESTING}/recordings` as const
const RECORDING = `${RECORDINGS}/{recording_id}` as const
const RecordingPath = Type.Object({ app_id: Id, recording_id: Id })

/** What a person did in the page, as the recorder script saw it. */
export const RecordedAction = Type.Object(
  {
    type: OneOf(['navigate', 'click', 'fill', 'select', 'check', 'uncheck', 'press', 'upload']),
    url: Type.String({ maxLength: 2_048 }),
    target: Type.Optional(Target),
    value: Type.Optional(
      Type.String({
        maxLength: 10_000,
        description: 'Of navigate: `leaving` when the page goes elsewhere by itself',
      }),
    ),
    is_secret: Type.Optional(Type.Boolean({ description: 'Its value was not sent' })),
    by_address: Type.Optional(
      Type.Boolean({ description: 'Of navigate: the person went there by its address, not by the page' }),
    ),
  },
  { $id: 'RecordedAction' },
)
export type RecordedAction = Static<typeof RecordedAction>

export const Recording = Type.Object(
  {
    id: Id,
    status: OneOf(['open', 'closed']),
    start_url: Nullable(
      Type.String({ description: 'Where it began; send it to `flows.create` with the steps' }),
    ),
    steps: Type.Array(SentStep, { description: 'To be sent to `flows.create` as they are' }),
    dropped: Type.Integer({ description: `Actions beyond ${MAX_FLOW_STEPS} steps` }),
    created_date: Timestamp,
    expires_at: Timestamp,
  },
  { $id: 'Recording' },
)

const EXAMPLE_TIME = '2026-11-17T09:30:00.000Z'
const { id: _id, timeout_ms: _timeout, ...EXAMPLE_SENT } = EXAMPLE_STEP
const EXAMPLE = {
  id: 'rcd_06bcz0k3v4n8q1t5w7x9y2a3b4',
  status: 'open' as const,
  start_url: 'https://shop.example.com/',
  steps: [EXAMPLE_SENT],
  dropped: 0,
  created_date: EXAMPLE_TIME,
  expires_at: '2026-11-17T11:30:00.000Z',
}

export const createRecording = operation({
  name: 'recordings.create',
  summary: 'Begin to record a test: what you do in the app becomes steps',
  description: `Put \`snippet\` into the app's page, or use \`bookmark\` as the address of a bookmark, and click through the app. It takes actions for ${RECORDING_HOURS} hours, of everybody who opens a page with the snippet: use that in a preview, and the bookmark where others are.`,
  method: 'POST',
  path: RECORDINGS,
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: perMinute(30, 'caller+app'),
  params: AppPath,
  status: 201,
  answer: Type.Object({
    ...Recording.properties,
    snippet: Type.String({ description: 'A script element; holds the key of this recording' }),
    bookmark: Type.String({ description: 'The same as a `javascript:` address' }),
  }),
  refuses: ['app_not_found', 'editor_required', 'recording_limit_reached'],
  example: {
    answer: {
      ...EXAMPLE,
      steps: [],
      snippet: '<script src="https://atrium.example.com/testing-agent/recorder.js#rck_…"></script>',
      bookmark: 'javascript:(()=>{…})()',
    },
  },
})

export const readRecording = operation({
  name: 'recordings.read',
  summary: 'Read a recording as steps of a test',
  method: 'GET',
  path: RECORDING,
  credential: personal('full_access'),
  limit: perMinute(300, 'caller+app'),
  params: RecordingPath,
  answer: Recording,
  refuses: ['app_not_found', 'editor_required', 'recording_not_found'],
  example: { answer: EXAMPLE },
})

export const deleteRecording = operation({
  name: 'recordings.delete',
  summary: 'End and delete a recording',
  method: 'DELETE',
  path: RECORDING,
  credential: personal('full_access'),
  limit: perMinute(60, 'caller+app'),
  params: RecordingPath,
  answer: Type.Object({ deleted: Type.Literal(true), id: Id }),
  refuses: ['app_not_found', 'editor_required', 'recording_not_found'],
  example: { answer: { deleted: true, id: EXAMPLE.id } },
})

export const sendRecordedActions = operation({
  name: 'recordings.send',
  summary: 'Add what a person did; the recorder script calls it, by the key of its recording',
  description: `\`ended\` closes the recording, and so does its action ${MAX_RECORDED_ACTIONS}. \`seq\` says how many actions came before, so that sending again adds nothing.`,
  method: 'POST',
  path: '/api/testing-agent/recordings/{recording_key}/actions',
  credential: null,
  limit: perMinute(300, 'address'),
  params: Type.Object({ recording_key: Id }),
  anonymous_body: { bytes: 256 * 1024, values: 4_000 },
  body: Type.Object({
    seq: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    actions: Type.Array(RecordedAction, { maxItems: 50 }),
    ended: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Object({ status: OneOf(['open', 'closed']), next_seq: Type.Integer() }),
  refuses: ['recording_not_found'],
  example: {
    body: {
      seq: 0,
      actions: [
        { type: 'click', url: 'https://shop.example.com/', target: { role: 'button', name: 'Add to cart' } },
      ],
    },
    answer: { status: 'open', next_seq: 1 },
  },
})

export const readRecorderScript = operation({
  name: 'recordings.script',
  summary: 'The recorder script for pages of an app',
  method: 'GET',
  path: '/testing-agent/recorder.js',
  credential: null,
  answer: Bytes,
  answer_type: 'text/javascript',
})
