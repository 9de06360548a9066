import { useState } from 'react'
import { PatchView } from '../../diff/PatchView.tsx'
import { Button } from '../../ui/Button.tsx'
import { lineDifference } from '../../ui/line-difference.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { FileDraft } from './file-draft.ts'
import { linesOf } from './file-text.ts'

interface ChangedFileProps {
  draft: FileDraft
  /** What is stored now. */
  theirs: string
  isGone: boolean
}

/** Somebody else saved or deleted the file: nothing of what one typed is lost, whatever is chosen. */
export function ChangedFile({ draft, theirs, isGone }: ChangedFileProps) {
  const [isComparing, setComparing] = useState(false)
  const { isOvertaken, putAside } = draft
  if (isOvertaken && isGone)
    return (
      <Notice tone="caution" title="Somebody else deleted this file">
        <p>Your changes are still here and not saved.</p>
        <div className="mt-2">
          <Button size="sm" onPress={draft.keepMine}>
            Keep mine and create the file again when I save
          </Button>
        </div>
      </Notice>
    )
  if (isOvertaken)
    return (
      <>
        <Notice tone="caution" title="Somebody else saved this file">
          <p>Your changes are still here and not saved.</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" onPress={draft.takeTheirs}>
              Load their text
            </Button>
            <Button size="sm" look="quiet" onPress={draft.keepMine}>
              Keep mine and replace theirs when I save
            </Button>
            <Button size="sm" look="quiet" onPress={() => setComparing(!isComparing)}>
              {isComparing ? 'Hide the difference' : 'Show the difference'}
            </Button>
          </div>
        </Notice>
        {isComparing && (
          <div className="max-h-96 overflow-y-auto rounded-md border border-line">
            <PatchView
              label="What makes their text yours"
              lines={lineDifference(linesOf(theirs), draft.text).map((line) => ({
                ...line,
                before: null,
                after: null,
              }))}
            />
          </div>
        )}
      </>
    )
  if (putAside === null) return null
  return (
    <Notice tone="info" title="What you typed before is put aside">
      <div className="mt-2">
        <Button size="sm" onPress={draft.bringBack}>
          Bring my text back
        </Button>
      </div>
    </Notice>
  )
}
