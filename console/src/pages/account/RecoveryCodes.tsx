import { Download } from 'lucide-react'
import { saveFile } from '../../save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { words } from './words.ts'

/** The only time they are seen; it closes by its button alone, never by accident. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n')
  return (
    <Dialog title={words.yourRecoveryCodes} onClose={onClose} isDismissable={false}>
      <DialogBody>
        <Notice tone="caution" title={words.keepThemNow}>
          {words.theyAreShownOnly}
        </Notice>
        <ul aria-label={words.recoveryCodes} className="grid gap-x-6 gap-y-1 font-mono sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={text} label={words.copyAll} look="button" />
          <Button
            icon={Download}
            onPress={() =>
              saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'atrium-recovery-codes.txt')
            }
          >
            {words.download}
          </Button>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="primary" onPress={onClose}>
          {words.iHaveKeptThem}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
