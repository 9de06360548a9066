/** Repositories and coding sessions, made by the offline coder. */
import type { Client, CodingSession } from '@atrium/sdk'
import { expect, vi } from 'vitest'

/** Gives an app a repository with its own code. */
export async function giveRepository(api: Client, app_id: string, full_name: string) {
  await api.repository.connect({ app_id }, { full_name })
  await api.repository.push_source({ app_id }, {})
}

/** Launches a session that adds a file, and waits for its pull request. */
export async function openedByCoder(api: Client, app_id: string, file: string) {
  const title = `Add ${file}`
  const { id } = await api.coding.launch({ app_id }, { title, prompt: `add a file ${file} with Hello` })
  const { pull_request } = await reachedBySession(api, { app_id, session_id: id }, 'completed')
  if (!pull_request) throw new Error('the session opened no pull request')
  return { session: id, number: pull_request.number }
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
