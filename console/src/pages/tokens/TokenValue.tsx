import type { AccessToken } from '@atrium/sdk'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'

/** The only time the value is seen; it closes by its button alone, never by accident. */
export function TokenValue({
  token,
  onClose,
}: {
  token: Pick<AccessToken, 'name'> & { token: string }
  onClose: () => void
}) {
  return (
    <Dialog title={`Token ${token.name} created`} onClose={onClose} isDismissable={false}>
      <DialogBody>
        <Notice tone="caution" title="Copy it now">
          This is the only time the token is shown. Keep it like a password.
        </Notice>
        <div className="flex items-end gap-2">
          <TextField
            label="Token"
            value={token.token}
            isReadOnly
            autoFocus
            onFocus={({ target }) => target.select()}
            className="flex-1 font-mono"
          />
          <CopyButton text={token.token} label="Copy" look="button" />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="primary" onPress={onClose}>
          I have copied it
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
