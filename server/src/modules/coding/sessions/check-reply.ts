import type { Answer, Question } from '@atrium/contract/coding-messages'
import { invalid } from '../../../platform/errors.ts'
import type { InputRequestRow, SessionMessageRow } from '../tables.ts'

export type Reply = Pick<SessionMessageRow, 'text' | 'answers' | 'approve'>

/** Refuses with 422 what does not answer the open question or approval. */
export function checkReply(
  { kind, questions }: Pick<InputRequestRow, 'kind' | 'questions'>,
  reply: Reply,
): void {
  const { text, answers, approve } = reply
  if (kind === 'approval') {
    if (approve === null)
      throw invalid(['body', 'approve'], 'missing', 'An approval is answered with approve')
    if (answers.length > 0) throw invalid(['body', 'answers'], 'value_error', 'An approval has no questions')
    return
  }
  if (approve !== null)
    throw invalid(['body', 'approve'], 'value_error', 'This is a question; answer it with answers or text')
  if (text === null && answers.length === 0)
    throw invalid(['body', 'answers'], 'missing', 'A question is answered with answers or text')
  answers.forEach((answer, at) => {
    checkAnswer(questions, answer, ['body', 'answers', at])
    if (answers.findIndex((other) => other.question_index === answer.question_index) !== at)
      throw invalid(
        ['body', 'answers', at, 'question_index'],
        'value_error',
        'The question is answered twice',
      )
  })
}

function checkAnswer(questions: readonly Question[], answer: Answer, loc: (string | number)[]): void {
  const question = questions[answer.question_index]
  if (!question)
    throw invalid([...loc, 'question_index'], 'value_error', 'There is no question with this index')
  const labels = labelsOf(answer)
  const known = new Set(question.options?.map(({ label }) => label))
  const unknown = answer.selected_labels?.findIndex((label) => !known.has(label)) ?? -1
  if (unknown >= 0) throw notOffered([...loc, 'selected_labels', unknown])
  if (answer.selected_label && !known.has(answer.selected_label)) throw notOffered([...loc, 'selected_label'])
  if (!question.multiple && labels.length > 1)
    throw invalid([...loc, 'selected_labels'], 'too_long', 'Choose one label only')
  if (labels.length === 0 && !answer.custom_text?.trim())
    throw invalid(loc, 'missing', 'Choose a label, or write custom_text')
}

function notOffered(loc: (string | number)[]) {
  return invalid(loc, 'literal_error', 'Choose labels that the question offers')
}

/** What was chosen, each once. */
export function labelsOf({ selected_label, selected_labels }: Answer): string[] {
  return [...new Set([...(selected_label ? [selected_label] : []), ...(selected_labels ?? [])])]
}
