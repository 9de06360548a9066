import { expect, test } from 'vitest'
import type { IntegrationUse } from './find-integration-use.ts'
import { type Integration, listIntegrations } from './list-integrations.ts'
import { recommendIntegrations } from './recommend-integrations.ts'

const use = (
  in_app: Integration[],
  { open = [] as Integration[], is_open = false, files = 3 } = {},
): IntegrationUse => ({ files, in_app: new Set(in_app), in_open_functions: new Set(open), is_open })

test.each([
  ['public_without_login', use(['UploadFile']), 'restrict_to_signed_in_users'],
  ['public_without_login', use(['InvokeLLM']), 'restrict_to_signed_in_users'],
  ['private_with_login', use([], { open: ['SendEmail'] }), 'restrict_to_signed_in_users'],
  ['public_with_login', use(['InvokeLLM']), 'restrict_to_roles'],
  ['public_with_login', use([]), 'disable_unused'],
  ['public_without_login', use([]), 'disable_unused'],
  ['public_without_login', use([], { is_open: true }), 'none'],
  ['public_without_login', use([], { files: 0 }), 'none'],
  ['public_without_login', null, 'none'],
  ['workspace_with_login', use(['InvokeLLM', 'SendEmail']), 'none'],
  ['private_with_login', use([]), 'none'],
])('%s, %o: %s', (settings, found, recommended) => {
  expect(recommendIntegrations(settings, found)).toBe(recommended)
})

test.each([
  ['await client.integrations.Core.InvokeLLM({ prompt })', ['InvokeLLM'], false],
  ['import { UploadFile, SendEmail } from "@/integrations/Core"', ['SendEmail', 'UploadFile'], false],
  ['await atrium.integrations.send_email({ app_id }, mail)', ['SendEmail'], false],
  ['fetch("/integration-endpoints/Core/GenerateImage")', ['GenerateImage'], false],
  ['client.integrations.Core[name](input)', [], true],
  ["fetch('/api/apps/x/integration-endpoints/Core/' + name)", [], true],
  ['const myUploadFileButton = 1; send_email()', [], false],
])('%s names %j', async (text, names, is_open) => {
  expect(await listIntegrations({ path: 'a.ts', text })).toEqual({ names, is_open })
})
