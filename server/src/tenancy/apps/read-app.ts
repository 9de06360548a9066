import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../access/caller.ts'
import type { BaseDeps } from '../base-deps.ts'
import { presentApp } from './present-app.ts'

export async function readApp(
  { access }: BaseDeps,
  caller: Caller,
  { params }: InputOf<typeof operations.apps.read>,
) {
  const { user_role, workspace: _, ...app } = await access.app(caller, params.app_id, 'viewer')
  return presentApp(app, user_role)
}
