/** Answers to the questions of coding sessions. */
import type { Answer } from '@atrium/contract/coding-messages'
import type { SharedApp } from '../app.ts'
import type { Person } from '../make.ts'
import { invalidAt } from '../refusal.ts'
import { type MixedList, mixed } from './mixed-list.ts'

const LABELS = ['Red', 'Green', 'Blue', 'Grey']
const OPTIONS = LABELS.map((label) => ({ label, description: null }))
const QUESTIONS = ['a', 'b', 'c', 'd', 'e'].map((prompt) => ({ prompt, options: OPTIONS, multiple: true }))

export function codingLists(app: SharedApp, owner: Person): MixedList[] {
  const { coding } = app.as(owner)
  const good = [0, 1, 2, 3].map((question_index): Answer => ({ question_index, selected_label: 'Red' }))
  const list = (why: string, bad: Answer, ...place: string[]) =>
    mixed<Answer>({
      list: 'coding.message body.answers',
      why,
      refusal: (at) => invalidAt('body', 'answers', at, ...place),
      async arrange() {
        const at = await asking(app, owner)
        return {
          ...{ good, bad },
          send: (answers) => coding.message(at, { answers }),
          stored: () => app.sql`select id from coding_messages where session_id = ${at.session_id}`,
        }
      },
    })
  return [
    list('a question that is not asked', { question_index: 9, custom_text: 'x' }, 'question_index'),
    list('a label that is not offered', { question_index: 4, selected_label: 'Pink' }, 'selected_label'),
    list('a question that is answered twice', good[1] as Answer, 'question_index'),
    mixed<string>({
      list: 'coding.message body.answers.0.selected_labels',
      why: 'a label that is not offered',
      refusal: (at) => invalidAt('body', 'answers', 0, 'selected_labels', at),
      async arrange() {
        const at = await asking(app, owner)
        return {
          ...{ good: LABELS, bad: 'Pink' },
          send: (selected_labels) =>
            coding.message(at, { answers: [{ question_index: 0, selected_labels }] }),
          stored: () => app.sql`select id from coding_messages where session_id = ${at.session_id}`,
        }
      },
    }),
  ]
}

async function asking(app: SharedApp, owner: Person) {
  const { id: app_id } = await app.make.app(owner)
  await app.sql`
    insert into repositories (app_id, provider, full_name, base_branch, clone_url, connected_date)
    values (${app_id}, 'local', 'acme/shop', 'main', '', now())`
  const { id: session_id } = await app.as(owner).coding.launch({ app_id }, { prompt: 'Do it', title: 'It' })
  const request = `inq_${session_id}`
  await app.sql`
    insert into coding_input_requests (id, session_id, kind, prompt, questions, created_at, expires_at)
    values (${request}, ${session_id}, 'question', 'Well?', ${JSON.stringify(QUESTIONS)}, now(), now() + interval '1 day')`
  await app.sql`
    update coding_sessions set state = 'needs_input', input_request_id = ${request} where id = ${session_id}`
  return { app_id, session_id }
}
