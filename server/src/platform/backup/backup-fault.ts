/** A backup cannot be taken, read or restored; the message is a sentence for the operator. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
}

/** One whose message names no path and no address: people who do not run the server may read it too. */
export class ShownFault extends BackupFault {}
