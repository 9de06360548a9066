import { Type } from 'typebox'
import { job } from '../../platform/jobs/job.ts'
import type { Deps } from './deps.ts'
import { settingsStore } from './settings-store.ts'

/** What a receiver says of a post is not read. */
const NOTHING_KEPT = { keepBody: 0, keepBodyWhen: 'refused' } as const

/** Posts what is new to the address that the person chose, again for some hours while it is not taken. */
export const sendPost = job('attention.send_post', {
  payload: Type.Object({
    workspace_id: Type.String(),
    user_id: Type.String(),
    url: Type.String(),
    body: Type.String(),
  }),
  retry: [60, 600, 3600, 7200],
  async run({ db, outboundHttp }: Deps, { url, body, ...key }) {
    const store = settingsStore(db)
    const settings = await store.find(key)
    // Another address was chosen since, or none.
    if (settings?.webhook_url !== url) return
    // They have left the workspace, whose affairs these are.
    if (!(await store.findMember(key))) return
    const headers = { 'content-type': 'application/json', 'user-agent': 'Atrium-Attention/1' }
    const outcome = await outboundHttp.send({ method: 'POST', url, headers, body, ...NOTHING_KEPT })
    if (outcome.kind === 'failed') throw new Error(outcome.message)
    if (outcome.status < 200 || outcome.status >= 300)
      throw new Error(`The receiver of what needs somebody responded with ${outcome.status}.`)
  },
})
