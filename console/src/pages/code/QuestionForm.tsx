import type { InputRequest } from '@atrium/sdk'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { FormFailure } from '../../form/FormFailure.tsx'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckboxList } from '../../ui/CheckboxList.tsx'
import { Markdown } from '../../ui/Markdown.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { answersOf, type DraftAnswer, emptyAnswer, type Question, whyUnanswered } from './input-answers.ts'
import { useLeftAnswer } from './use-left-answer.ts'
import { useSessionMessage } from './use-session-message.ts'
import { words } from './words.ts'

interface QuestionFormProps {
  appId: string
  sessionId: string
  request: InputRequest
}

export function QuestionForm({ appId, sessionId, request }: QuestionFormProps) {
  // One without questions of its own is answered in words.
  const questions: Question[] =
    request.questions.length > 0
      ? request.questions
      : [{ prompt: request.prompt, options: request.options, multiple: false }]
  const [drafts, setDrafts] = useState<readonly DraftAnswer[]>(() => questions.map(() => emptyAnswer))
  const written = drafts.flatMap(({ text }) => text.trim() || []).join('\n\n')
  const onSent = useLeftAnswer(sessionId, written)
  const answer = useSessionMessage({ appId, sessionId, done: words.answerSent, onSent })
  useUnsavedWork(() => written !== '' && !answer.isSuccess)
  const disabledReason = whyUnanswered(questions, drafts)
  const change = (place: number, part: Partial<DraftAnswer>) =>
    setDrafts((known) => known.map((each, at) => (at === place ? { ...each, ...part } : each)))
  return (
    <Form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (disabledReason || answer.isSuccess || answer.progress.current.running > 0) return
        answer.mutate({ answers: answersOf(questions, drafts), input_request_id: request.id })
      }}
    >
      <FormFailure error={answer.error} />
      {questions.map((question, place) => (
        <QuestionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a question is known by its place.
          key={place}
          question={question}
          draft={drafts[place] ?? emptyAnswer}
          onChange={(part) => change(place, part)}
        />
      ))}
      <Button
        type="submit"
        look="primary"
        isPending={answer.isPending || answer.isSuccess}
        disabledReason={disabledReason}
      >
        {words.sendAnswer}
      </Button>
    </Form>
  )
}

interface QuestionFieldsProps {
  question: Question
  draft: DraftAnswer
  onChange: (part: Partial<DraftAnswer>) => void
}

function QuestionFields({ question: { prompt, options, multiple }, draft, onChange }: QuestionFieldsProps) {
  const choices = (options ?? []).map(({ label, description }) => ({
    ...{ id: label, label },
    ...(description && { description }),
  }))
  return (
    <div className="space-y-3">
      <Markdown text={prompt} />
      {choices.length > 0 &&
        (multiple ? (
          <CheckboxList
            label={words.anyOfThese}
            options={choices}
            value={[...draft.chosen]}
            onChange={(chosen) => onChange({ chosen })}
          />
        ) : (
          <RadioCards
            label={words.oneOfThese}
            options={choices}
            value={draft.chosen[0] ?? null}
            onChange={(label) => onChange({ chosen: [label] })}
          />
        ))}
      <TextField
        label={choices.length > 0 ? words.inYourOwnWords : words.yourAnswer}
        rows={2}
        maxLength={5_000}
        value={draft.text}
        onChange={(text) => onChange({ text })}
        optional={choices.length > 0}
      />
    </div>
  )
}
