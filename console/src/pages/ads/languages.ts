/** The languages that ads can be written in, by their names in English. */

import { words } from './words.ts'

const CODES = words.arBgBnCa

const NAMES = new Intl.DisplayNames('en', { type: 'language' })

export const languageName = (code: string) => NAMES.of(code) ?? code

export const LANGUAGES = CODES.split(' ')
  .map((id) => ({ id, label: languageName(id) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'))
