import { ApiError, refuse } from '../../platform/errors.ts'
import type { App } from './access.ts'

/** For operations that may not answer 404: an app that is missing to the caller is one they may not use. */
export async function forbiddenUnlessFound(app: Promise<App>): Promise<App> {
  try {
    return await app
  } catch (refusal) {
    if (refusal instanceof ApiError && refusal.code === 'app_not_found') throw refuse('no_app_access')
    throw refusal
  }
}
