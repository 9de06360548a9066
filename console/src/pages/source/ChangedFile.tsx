import { useState } from 'react'
import { PatchView } from '../../diff/PatchView.tsx'
import { Button } from '../../ui/Button.tsx'
import { lineDifference } from '../../ui/line-difference.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { FileDraft } from './file-draft.ts'
import { linesOf } from './file-text.ts'
import { words } from './words.ts'

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
      <Notice tone="caution" title={words.somebodyElseDeletedThis}>
        <p>{words.yourChangesAreStill}</p>
        <div className="mt-2">
          <Button size="sm" onPress={draft.keepMine}>
            {words.keepMineAndCreate}
          </Button>
        </div>
      </Notice>
    )
  if (isOvertaken)
    return (
      <>
        <Notice tone="caution" title={words.somebodyElseSavedThis}>
          <p>{words.yourChangesAreStill}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" onPress={draft.takeTheirs}>
              {words.loadTheirText}
            </Button>
            <Button size="sm" look="quiet" onPress={draft.keepMine}>
              {words.keepMineAndReplace}
            </Button>
            <Button size="sm" look="quiet" onPress={() => setComparing(!isComparing)}>
              {isComparing ? words.hideTheDifference : words.showTheDifference}
            </Button>
          </div>
        </Notice>
        {isComparing && (
          <div className="max-h-96 overflow-y-auto rounded-md border border-line">
            <PatchView
              label={words.whatMakesTheirText}
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
    <Notice tone="info" title={words.whatYouTypedBefore}>
      <div className="mt-2">
        <Button size="sm" onPress={draft.bringBack}>
          {words.bringMyTextBack}
        </Button>
      </div>
    </Notice>
  )
}
