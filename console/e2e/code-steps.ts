/** Repositories and coding sessions, made by the offline coder. */
import type { Client, CodingSession } from '@atrium/sdk'
import { expect, vi } from 'vitest'

/** Gives an app a repository with its own code. */
export async function giveRepository(api: Client, app_id: string, full_name: string) {
  await api.repository.connect({ app_id }, { full_name })
  await api.repository.push_source({ app_id }, {})
}

/** Waits until a session is in this state; also before the first test, where `eventually` cannot. */
export async function reachedBySession(
  api: Client,
  at: { app_id: string; session_id: string },
  state: CodingSession['state'],
): Promise<CodingSession> {
  return vi.waitFor(async () => {
    const session = await api.coding.read(at)
    expect([session.state, session.error_code]).toEqual([state, null])
    return session
  }, SOON)
}

const SOON = { timeout: 30_000, interval: 100 }
