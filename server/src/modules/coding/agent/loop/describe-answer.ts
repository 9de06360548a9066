import type { Answer, Question } from '@atrium/contract/coding-messages'

export interface GivenAnswer {
  text: string | null
  answers: Answer[]
  approve: boolean | null
}

/** What a person answered, in words for the coder. */
export function describeAnswer(
  { text, answers, approve }: GivenAnswer,
  questions: readonly Question[],
): string {
  const parts = answers.map((answer) => {
    const { question_index, selected_label, selected_labels, custom_text } = answer
    const chosen = [selected_label, ...(selected_labels ?? []), custom_text].filter(Boolean)
    return `${questions[question_index]?.prompt ?? `Question ${question_index + 1}`}\n${chosen.join('; ')}`
  })
  if (approve !== null) parts.push(approve ? 'Approved.' : 'Not approved.')
  if (text) parts.push(text)
  return parts.join('\n\n')
}
