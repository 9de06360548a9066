/** What a person chose and wrote for the questions of a session, as the API takes it. */
import type { InputAnswer, InputRequest } from '@atrium/sdk'
import { fill } from '../../language/fill.ts'
import { words } from './words.ts'

export interface DraftAnswer {
  chosen: readonly string[]
  text: string
}

export type Question = InputRequest['questions'][number]

export const emptyAnswer: DraftAnswer = { chosen: [], text: '' }

/** Those that were answered; each by what was chosen, what was written, or both. */
export function answersOf(questions: readonly Question[], drafts: readonly DraftAnswer[]): InputAnswer[] {
  return questions.flatMap(({ options, multiple }, question_index) => {
    const { chosen, text } = drafts[question_index] ?? emptyAnswer
    const labels = (options ?? []).map(({ label }) => label).filter((label) => chosen.includes(label))
    const custom_text = text.trim()
    if (labels.length === 0 && custom_text === '') return []
    return [
      {
        question_index,
        ...(labels.length > 0 &&
          (multiple ? { selected_labels: labels } : { selected_label: labels[0] ?? null })),
        ...(custom_text !== '' && { custom_text }),
      },
    ]
  })
}

/** Why it cannot be sent yet; undefined when it can. */
export function whyUnanswered(
  questions: readonly Question[],
  drafts: readonly DraftAnswer[],
): string | undefined {
  const left = questions.length - answersOf(questions, drafts).length
  if (left === 0) return undefined
  return questions.length === 1 ? words.chooseOrWriteAn : fill(words.answerTheOtherLeft, { left })
}
