import { fill, fillWith } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { words } from './words.ts'
import type { WorkflowDraft } from './workflow-draft.ts'

/** Somebody else saved a version: nothing of what one typed is lost, whatever is chosen. */
export function ChangedNotice({ draft }: { draft: WorkflowDraft }) {
  const { isOvertaken, putAside, saved } = draft
  if (!isOvertaken && putAside === null) return null
  return (
    <div className="px-5 pt-4 sm:px-8">
      {isOvertaken ? (
        <Notice tone="caution" title={fill(words.somebodyElseSavedVersion, { version: saved.version })}>
          <p>{words.yourChangesAreStill}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" onPress={draft.takeTheirs}>
              {fillWith(words.loadVersionVersion, { version: saved.version })}
            </Button>
            <Button size="sm" look="quiet" onPress={draft.keepMine}>
              {words.keepMineAndReplace}
            </Button>
          </div>
        </Notice>
      ) : (
        <Notice tone="info" title={words.whatYouTypedBefore}>
          <div className="mt-2">
            <Button size="sm" onPress={draft.bringBack}>
              {words.bringMyTextBack}
            </Button>
          </div>
        </Notice>
      )}
    </div>
  )
}
