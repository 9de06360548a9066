/** Takes mails to people. Anyone who sends stores the mail first and hands it over in a job, so that none is lost. */
export interface MailPort {
  /** Nothing leaves: mails stay in the workspace's outbox, where its admins read them. */
  readonly keeps: boolean
  /**
   * Sends one mail; resolves when a mail server has taken it. Repeated after a doubtful end, so the id goes
   * with it. Any failure is thrown as `MailNotSent`; after an abort the signal's reason is thrown.
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>
}

export interface OutgoingMail {
  id: string
  to: string
  /** Shown instead of the name of the usual sender; the address stays. */
  from_name?: string | null
  subject: string
  text: string
}

/** The only failure this port reports. The message may be shown to admins: it holds no password. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent'
  /** Trying again would be refused again: the address is unknown there, the mail not wanted. */
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean, options?: ErrorOptions) {
    super(message, options)
    this.isFinal = isFinal
  }
}
