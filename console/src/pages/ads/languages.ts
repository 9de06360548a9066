/** The languages that ads can be written in, by their names in English. */
const CODES =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id is it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv ta te th tl tr uk ur vi zh'

const NAMES = new Intl.DisplayNames('en', { type: 'language' })

export const languageName = (code: string) => NAMES.of(code) ?? code

export const LANGUAGES = CODES.split(' ')
  .map((id) => ({ id, label: languageName(id) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'))
