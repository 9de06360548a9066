import { Form } from 'react-aria-components'
import { FormFailure } from '../../form/FormFailure.tsx'
import { useStoredText } from '../../form/use-stored-text.ts'
import { ComposerField } from '../../ui/ComposerField.tsx'
import { type Builder, draftKey } from './use-builder.ts'
import { words } from './words.ts'

const LONGEST = 20_000

/** Where a change is asked for, also the next one while the last is worked on. What is written outlives a reload. */
export function ChatComposer({ appId, builder }: { appId: string; builder: Builder }) {
  const [text, setText] = useStoredText(draftKey(appId))
  const content = text.trim()
  const disabledReason = builder.isBusy || builder.isSending ? words.theBuilderWorksOn : undefined
  const send = () => {
    if (content === '' || disabledReason || builder.isOnItsWay()) return
    setText('')
    builder.send(content)
  }
  return (
    <Form
      aria-label={words.writeToTheApp}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      data-bottom-bar
      className="sticky bottom-0 border-t border-line bg-surface px-5 py-3 sm:px-8 lg:rounded-es-lg"
    >
      {builder.error !== null && (
        <div className="mb-2">
          <FormFailure error={builder.error} />
        </div>
      )}
      <ComposerField
        label={words.messageToTheApp}
        placeholder={words.addAPageThat}
        value={text}
        onChange={setText}
        onSend={send}
        maxLength={LONGEST}
        disabledReason={disabledReason}
      />
    </Form>
  )
}
