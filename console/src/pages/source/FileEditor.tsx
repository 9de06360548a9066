import { ApiError, type SourceContent } from '@atrium/sdk'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAct } from '../../act.ts'
import { client, refresh } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { NEEDS_APP_EDITOR } from '../../permissions.ts'
import { sourcePaths } from '../../source-paths.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeBox } from '../../ui/CodeBox.tsx'
import type { CodeFault } from '../../ui/code-fault.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ChangedFile } from './ChangedFile.tsx'
import { DeleteFile } from './DeleteFile.tsx'
import { FileHeading } from './FileHeading.tsx'
import { type FileDraft, useFileDraft } from './file-draft.ts'
import { whyNotShown, withLineEnds } from './file-text.ts'
import { NoSuchFile } from './NoSuchFile.tsx'
import { words } from './words.ts'

const NO_FAULTS: readonly CodeFault[] = []

interface FileEditorProps {
  appId: string
  file: SourceContent
  /** It was deleted since it was read. */
  isGone: boolean
  mayEdit: boolean
}

/** Shows a file, and lets editors change it; nothing of somebody else's is written over without a word. */
export function FileEditor({ appId, file, isGone, mayEdit }: FileEditorProps) {
  const { id: workspaceId } = useWorkspace()
  const { path } = file
  const stored = { content: file.content, revision: file.revision ?? 0 }
  const draft = useFileDraft(stored, isGone)
  const [isDeleting, setDeleting] = useState(false)
  useUnsavedWork(() => draft.isChanged)
  const hidden = whyNotShown(file)
  // One's own text that is being written again is newer than what was read.
  if (isGone && !draft.isChanged && draft.base.revision === stored.revision)
    return <NoSuchFile appId={appId} path={path} />
  return (
    <section aria-label={path}>
      <FileHeading
        file={file}
        facts={
          <Link
            to={sourcePaths.commits(workspaceId, appId, { path })}
            className="hover:text-ink hover:underline"
          >
            {fillWith(words.changedInRevisionRevision, { revision: stored.revision })}
          </Link>
        }
        actions={
          mayEdit && (
            <IconButton
              size="sm"
              icon={Trash2}
              label={fill(words.deletePath2, { path })}
              onPress={() => setDeleting(true)}
            />
          )
        }
      />
      <div className="space-y-3">
        <ChangedFile draft={draft} theirs={file.content} isGone={isGone} />
        {hidden === null ? (
          <>
            <CodeBox
              label={fill(words.codeOfPath, { path })}
              path={path}
              value={draft.text}
              isReadOnly={!mayEdit}
              onChange={draft.setText}
              faults={NO_FAULTS}
              className="h-[min(42rem,70dvh)]"
            />
            {!mayEdit && <p className="text-sm text-ink-3">{NEEDS_APP_EDITOR}</p>}
            {draft.isChanged && <SaveFile appId={appId} path={path} draft={draft} />}
          </>
        ) : (
          <Notice>{fillWith(words.hiddenDownloadItTo, { hidden })}</Notice>
        )}
      </div>
      {isDeleting && (
        <DeleteFile
          appId={appId}
          path={path}
          revision={draft.base.revision}
          onClose={() => setDeleting(false)}
        />
      )}
    </section>
  )
}

/** Stands below the text while something is not saved. */
function SaveFile({ appId, path, draft }: { appId: string; path: string; draft: FileDraft }) {
  const [message, setMessage] = useState('')
  const { text, base } = draft
  const save = useAct({
    run: async () => {
      const content = withLineEnds(text, base.content)
      const note = message.trim()
      try {
        const answer = await client.source.write_file(
          { app_id: appId, path },
          { content, revision: base.revision, ...(note && { message: note }) },
        )
        draft.saved({ content, revision: answer.revision })
      } catch (error) {
        // What somebody else saved is shown next to one's own.
        if (error instanceof ApiError && error.code === 'source_changed') await refresh('source')
        throw error
      }
    },
    touches: ['source'],
    done: () => fill(words.pathSaved, { path }),
    failure: 'inline',
  })
  return (
    <section aria-label={words.unsavedChanges} className="space-y-3">
      {!draft.isOvertaken && <FormFailure error={save.error} />}
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={words.whatChanged}
          value={message}
          onChange={setMessage}
          maxLength={2000}
          placeholder={fill(words.writePath, { path })}
          className="min-w-0 flex-1 basis-64"
        />
        <Button look="quiet" onPress={draft.discard}>
          {words.discard}
        </Button>
        <Button
          look="primary"
          isPending={save.isPending}
          onPress={() => save.isPending || save.mutate()}
          disabledReason={draft.isOvertaken ? words.chooseAboveWhatHappens : undefined}
        >
          {words.saveFile}
        </Button>
      </div>
    </section>
  )
}
