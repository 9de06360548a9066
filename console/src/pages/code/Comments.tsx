import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { codingQueries } from '../../coding-queries.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { fillWith } from '../../language/fill.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { Button } from '../../ui/Button.tsx'
import { Markdown } from '../../ui/Markdown.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Time } from '../../ui/Time.tsx'
import { words } from './words.ts'

interface CommentsProps {
  appId: string
  number: number
  mayEdit: boolean
}

export function Comments({ appId, number, mayEdit }: CommentsProps) {
  const comments = useQuery(codingQueries.comments(appId, number))
  return (
    <section aria-label={words.comments} className="max-w-3xl">
      <h3 className="mb-2 font-semibold">{words.comments}</h3>
      {comments.error && !comments.data ? (
        <PartFailure
          error={comments.error}
          onRetry={() => void comments.refetch()}
          isRetrying={comments.isFetching}
        />
      ) : comments.data?.items.length === 0 ? (
        <p className="text-sm text-ink-3">{words.nobodyHasSaidAnything}</p>
      ) : (
        <ul className="space-y-3">
          {comments.data?.items.map(({ id, author, body, created_date }) => (
            <li key={id} className="rounded-md border border-line px-3.5 py-2.5">
              <p className="mb-1 flex flex-wrap gap-x-2 text-sm text-ink-3">
                <span className="font-medium text-ink-2">{author ?? words.somebody}</span>
                <Time at={created_date} />
              </p>
              <Markdown text={body} />
            </li>
          ))}
        </ul>
      )}
      {comments.data?.has_more && (
        <p className="mt-2 text-sm text-ink-3">
          {fillWith(words.onlyTheFirstCount, { count: comments.data.items.length })}
        </p>
      )}
      {mayEdit && <AddComment appId={appId} number={number} />}
    </section>
  )
}

function AddComment({ appId, number }: { appId: string; number: number }) {
  const [text, setText] = useState('')
  const body = text.trim()
  useUnsavedWork(() => body !== '')
  const add = useAct({
    run: () => client.pull_requests.comment({ app_id: appId, number }, { body }),
    touches: ['pull_requests'],
    done: () => words.commentAdded,
    failure: 'inline',
  })
  return (
    <Form
      className="mt-4 space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (body !== '' && add.progress.current.running === 0)
          add.mutate(undefined, { onSuccess: () => setText('') })
      }}
    >
      <FormFailure error={add.error} />
      <TextField label={words.yourComment} rows={3} value={text} onChange={setText} maxLength={20_000} />
      <Button
        type="submit"
        isPending={add.isPending}
        disabledReason={body === '' ? words.writeSomethingFirst : undefined}
      >
        {words.comment}
      </Button>
    </Form>
  )
}
