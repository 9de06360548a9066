/** What people call the things of an app: the page shows their names, and rarely these words. */
export const OBJECT_NOUNS: ReadonlySet<string> = new Set(
  `row line item entry record section heading card message mail email order product task todo issue ticket comment post article
  user customer member employee contact transaction one request file document attachment event meeting appointment project
  booking reservation invoice payment filter label warning notice notification alert banner hint reminder subscription amenity
  setting preference permission person client guest folder album application report claim expense course lesson job candidate listing transfer`
    .trim()
    .split(/\s+/),
)

const PERSONS = new Set(
  'user admin rep guest person client clerk nurse student chef host boss staff colleague patient agent parent pupil resident'.split(
    ' ',
  ),
)
const PERSON = /(?:..er|..or|..ee|ist|ant|ian|man|woman)$/
/** They end like persons. */
const THINGS = new Set(
  'order number header footer banner slider filter letter folder counter offer newsletter voucher calendar error color colour tracker picker timer reminder server layer cursor pointer browser variant'.split(
    ' ',
  ),
)

/** Whether the word is one for somebody who uses an app: "the shopper", "an employee". */
export function isPerson(word: string): boolean {
  return PERSONS.has(word) || (PERSON.test(word) && !THINGS.has(word))
}
