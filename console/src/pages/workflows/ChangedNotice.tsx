import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { WorkflowDraft } from './workflow-draft.ts'

/** Somebody else saved a version: nothing of what one typed is lost, whatever is chosen. */
export function ChangedNotice({ draft }: { draft: WorkflowDraft }) {
  const { isOvertaken, putAside, saved } = draft
  if (!isOvertaken && putAside === null) return null
  return (
    <div className="px-5 pt-4 sm:px-8">
      {isOvertaken ? (
        <Notice tone="caution" title={`Somebody else saved version ${saved.version}`}>
          <p>Your changes are still here and not saved.</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" onPress={draft.takeTheirs}>
              Load version {saved.version}
            </Button>
            <Button size="sm" look="quiet" onPress={draft.keepMine}>
              Keep mine and replace it when I save
            </Button>
          </div>
        </Notice>
      ) : (
        <Notice tone="info" title="What you typed before is put aside">
          <div className="mt-2">
            <Button size="sm" onPress={draft.bringBack}>
              Bring my text back
            </Button>
          </div>
        </Notice>
      )}
    </div>
  )
}
