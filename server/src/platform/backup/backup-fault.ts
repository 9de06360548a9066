/** A backup cannot be taken, read or restored; the message is a sentence for the operator. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
}
