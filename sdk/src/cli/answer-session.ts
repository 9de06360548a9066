/** Asks the person at the terminal what a coding session wants to know. */
import type { CodingReply } from '../coding.ts'
import type { InputRequest } from '../resources.ts'
import { askLine } from './ask-line.ts'
import { visible } from './print.ts'
import type { Terminal } from './terminal.ts'

/** Null when nobody answers here. */
export async function answerSession(
  terminal: Terminal,
  { kind, prompt, questions }: InputRequest,
  { isApproved, signal }: { isApproved: boolean; signal: AbortSignal },
): Promise<CodingReply | null> {
  const say = (text: string) => terminal.stderr.write(`${text.split('\n').map(visible).join('\n')}\n`)
  if (kind === 'approval') {
    say(prompt)
    if (isApproved) return { approve: true }
    const typed = await askLine(terminal, 'Approve? [y/N, or what to do instead] ', signal)
    return typed === null ? null : approvalOf(typed.trim())
  }
  const answers: NonNullable<CodingReply['answers']> = []
  for (const [question_index, question] of questions.entries()) {
    const labels = question.options?.map(({ label }) => label) ?? []
    say(question.prompt)
    for (const [n, { label, description }] of (question.options ?? []).entries())
      say(`  ${n + 1}. ${label}${description ? `: ${description}` : ''}`)
    const typed = (await askLine(terminal, '? ', signal))?.trim() ?? null
    if (typed === null) return null
    const chosen = chosenIn(typed, labels, question.multiple)
    if (chosen.length > 0) answers.push({ question_index, selected_labels: chosen })
    else if (typed !== '') answers.push({ question_index, custom_text: typed })
  }
  return answers.length > 0 ? { answers } : null
}

export function approvalOf(typed: string): CodingReply {
  if (/^y(es)?$/i.test(typed)) return { approve: true }
  return /^(n(o)?)?$/i.test(typed) ? { approve: false } : { approve: false, text: typed }
}

/** By number or label; none when something typed is neither, so that it is an answer in words. */
export function chosenIn(typed: string, labels: readonly string[], isMultiple: boolean): string[] {
  const parts = isMultiple ? typed.split(',').map((part) => part.trim()) : [typed]
  const found = parts.map(
    (part) =>
      labels.find((label) => label.toLowerCase() === part.toLowerCase()) ??
      (/^\d{1,2}$/.test(part) ? labels[Number(part) - 1] : undefined),
  )
  return found.every((label) => label !== undefined) ? [...new Set(found)] : []
}
