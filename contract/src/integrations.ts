/** What an app's own front end can have done for it. */
import { Type } from 'typebox'
import { MAX_FILE_BYTES } from './files.ts'
import { operation, orAppUser, orVisitor, perMinute, personal } from './operation.ts'
import { AnyKey, Email, Id, Nullable, OneOf } from './shared.ts'

const AppPath = Type.Object({ app_id: Id })
const CORE = '/api/apps/{app_id}/integration-endpoints/Core'
const JsonSchema = Type.Record(AnyKey, Type.Unknown(), { description: 'A JSON Schema' })
const FileUrl = Type.String({ minLength: 1, maxLength: 4096 })
/** For everybody who is signed in and may reach the app. */
const credential = orAppUser(personal('full_access'))

const APP_ID = 'app_06bcz0k3v4n8q1t5w7x9y2a3b4'
const FILE_PATH = `${APP_ID}/5T0aJ8wqTqk2m1cB9xVw7g/logo.png`

export const invokeLlm = operation({
  name: 'integrations.invoke_llm',
  summary: 'Ask the language model: a text, or a value that fits your schema',
  method: 'POST',
  path: `${CORE}/InvokeLLM`,
  idempotency: 'leased',
  credential,
  limit: perMinute(30, 'caller+app'),
  params: AppPath,
  body: Type.Object({
    prompt: Type.String({ minLength: 1, maxLength: 200_000 }),
    response_json_schema: Type.Optional(Nullable(JsonSchema)),
    add_context_from_internet: Type.Optional(Nullable(Type.Boolean({ description: 'Has no effect here.' }))),
    file_urls: Type.Optional(
      Nullable(
        Type.Array(FileUrl, {
          maxItems: 10,
          description: 'The text of those that are text and lie in this app is read along.',
        }),
      ),
    ),
  }),
  answer: Type.Unknown({ description: 'A text, or what the schema describes' }),
  refuses: [
    'app_not_found',
    'credits_exhausted',
    'daily_quota_exceeded',
    'file_storage_unavailable',
    'model_unavailable',
  ],
  example: {
    body: {
      prompt: 'Name a colour',
      response_json_schema: { type: 'object', properties: { colour: { type: 'string' } } },
    },
    answer: { colour: 'green' },
  },
})

export const sendEmail = operation({
  name: 'integrations.send_email',
  summary: 'Send a mail to somebody who uses the app; those who can edit the app may write to anybody',
  method: 'POST',
  path: `${CORE}/SendEmail`,
  idempotency: 'atomic',
  credential,
  limit: perMinute(10, 'caller+app'),
  params: AppPath,
  body: Type.Object({
    to: Email,
    subject: Type.String({ minLength: 1, maxLength: 500 }),
    body: Type.String({ minLength: 1, maxLength: 100_000, description: 'Text; HTML is sent as text.' }),
    from_name: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  }),
  answer: Type.Object({ status: Type.Literal('success') }),
  refuses: ['app_not_found', 'recipient_not_allowed'],
  example: {
    body: { to: 'grace@example.com', subject: 'Your order', body: 'It is on its way.' },
    answer: { status: 'success' },
  },
})

export const uploadFile = operation({
  name: 'integrations.upload_file',
  summary: 'Store a file that everybody who has its address can read',
  method: 'POST',
  path: `${CORE}/UploadFile`,
  credential: orVisitor(personal('full_access')),
  limit: perMinute(60, 'caller+app'),
  params: AppPath,
  upload: { max_bytes: MAX_FILE_BYTES },
  answer: Type.Object({ file_url: Type.String() }),
  refuses: ['app_not_found', 'file_limit_reached', 'file_storage_unavailable'],
  example: { answer: { file_url: `https://atrium.example.com/files/${FILE_PATH}` } },
})

export const uploadPrivateFile = operation({
  name: 'integrations.upload_private_file',
  summary: 'Store a file that only signed addresses lead to',
  method: 'POST',
  path: `${CORE}/UploadPrivateFile`,
  credential,
  limit: perMinute(60, 'caller+app'),
  params: AppPath,
  upload: { max_bytes: MAX_FILE_BYTES },
  answer: Type.Object({ file_uri: Type.String() }),
  refuses: ['app_not_found', 'file_limit_reached', 'file_storage_unavailable'],
  example: { answer: { file_uri: `private/${FILE_PATH}` } },
})

export const createFileSignedUrl = operation({
  name: 'integrations.create_file_signed_url',
  summary: 'Make an address of a private file that is good for a while',
  method: 'POST',
  path: `${CORE}/CreateFileSignedUrl`,
  credential,
  limit: perMinute(120, 'caller+app'),
  params: AppPath,
  body: Type.Object({
    file_uri: Type.String({ minLength: 1, maxLength: 2048 }),
    expires_in: Type.Optional(
      Nullable(Type.Integer({ minimum: 1, maximum: 604_800, description: 'Seconds; 300 by default' })),
    ),
  }),
  answer: Type.Object({ signed_url: Type.String() }),
  refuses: ['app_not_found', 'file_not_found'],
  example: {
    body: { file_uri: `private/${FILE_PATH}`, expires_in: 300 },
    answer: { signed_url: `https://atrium.example.com/files/${FILE_PATH}?expires=1794734700&signature=Vw3…` },
  },
})

export const extractData = operation({
  name: 'integrations.extract_data',
  summary: 'Read data from a file of the app: CSV, JSON, JSON lines or text',
  method: 'POST',
  path: `${CORE}/ExtractDataFromUploadedFile`,
  idempotency: 'leased',
  credential,
  limit: perMinute(20, 'caller+app'),
  params: AppPath,
  body: Type.Object({ file_url: FileUrl, json_schema: JsonSchema }),
  answer: Type.Object({
    status: OneOf(['success', 'error']),
    details: Nullable(Type.String({ description: 'What went wrong.' })),
    output: Type.Unknown({
      description: 'A value or a list of values that fit the schema; null after an error.',
    }),
  }),
  refuses: ['app_not_found', 'credits_exhausted', 'file_storage_unavailable'],
  example: {
    body: {
      file_url: `https://atrium.example.com/files/${APP_ID}/5T0aJ8wqTqk2m1cB9xVw7g/prices.csv`,
      json_schema: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
    },
    answer: { status: 'success', details: null, output: [{ name: 'Tea', price: 2.5 }] },
  },
})

export const generateImage = operation({
  name: 'integrations.generate_image',
  summary: 'Make an image from words',
  method: 'POST',
  path: `${CORE}/GenerateImage`,
  idempotency: 'leased',
  credential,
  limit: perMinute(10, 'caller+app'),
  params: AppPath,
  body: Type.Object({ prompt: Type.String({ minLength: 1, maxLength: 10_000 }) }),
  answer: Type.Object({ url: Type.String() }),
  refuses: ['app_not_found', 'credits_exhausted', 'file_limit_reached', 'file_storage_unavailable'],
  example: {
    body: { prompt: 'A lighthouse at dusk' },
    answer: { url: `https://atrium.example.com/files/${APP_ID}/5T0aJ8wqTqk2m1cB9xVw7g/image.png` },
  },
})
