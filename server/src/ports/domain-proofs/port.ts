/** Looks where people put what proves that a domain is theirs. */
export interface DomainProofs {
  /** The text records under this name; none when there is no such name, or no name server answers in time. */
  texts(name: string): Promise<string[]>
  /** The text at an address; null when there is none. A redirect is none: it may lead to what others wrote. */
  file(url: string): Promise<string | null>
}
