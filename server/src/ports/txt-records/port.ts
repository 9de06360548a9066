/** Asks the domain name system for text records, which prove whose a domain is. */
export interface TxtRecords {
  /** The texts under this name; none when there is no such name, or nobody who can be asked answers in time. */
  find(name: string): Promise<string[]>
}
