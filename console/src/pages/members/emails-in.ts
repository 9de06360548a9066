export interface PastedEmails {
  emails: string[]
  /** What looks like no email. */
  others: string[]
}

/** Finds the emails in pasted text: one a line, with commas or semicolons between, or as `Name <email>`. */
export function emailsIn(text: string): PastedEmails {
  const emails = new Map<string, string>()
  const others = new Set<string>()
  for (const entry of text.split(/[\n\r,;]+/)) {
    const given = entry.trim()
    const bracketed = /<([^<>]*)>\s*$/.exec(given)?.[1]?.trim()
    const words = bracketed === undefined ? given.split(/\s+/) : [bracketed]
    for (const word of words) {
      if (EMAIL.test(word)) emails.set(word.toLowerCase(), word)
      else if (word) others.add(word)
    }
  }
  return { emails: [...emails.values()], others: [...others] }
}

/** As the API has it: what an address really is only its mail server knows. */
const EMAIL = /^[^\s@<>]+@[^\s@<>]+$/
