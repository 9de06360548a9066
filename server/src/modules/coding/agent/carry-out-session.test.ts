import { describe, expect, test } from 'vitest'
import { ADD, useCoding } from '../../../../test/coding-scene.ts'

const scene = useCoding()
const { app, at, run, changed } = scene

describe('a session', () => {
  test('opens a pull request with its work in one commit', async () => {
    const session = await run(ADD)
    expect(session).toMatchObject({
      ...{ state: 'completed', outcome: 'pull_request', error_code: null },
      branch_name: expect.stringMatching(/^session\/.{8}-take-notes$/),
      session_url: `${app.baseUrl}/apps/${at.app_id}/code/sessions/${session.id}`,
      pull_request: { number: 1, state: 'open', title: 'Take notes', commits: 1, changed_files: 1 },
    })
    expect(await changed(session.branch_name ?? '')).toEqual(['added notes.txt'])
  })
})
