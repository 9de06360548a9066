/** What fields of records may be called. There is no schema in here, so that pages can check it as they are typed in. */

/** In characters, of which one beyond the basic plane counts once, as in JSON Schema. */
export const MAX_FIELD_NAME = 128

/** Dots part the names of a path, and what begins with `$` is an operator; everything else that can be typed is a name. */
const FIELD_NAME = /^(?!\$)[^.\p{Cc}\p{Cs}]{1,128}$/u

export const FIELD_NAME_RULE = 'a name has 1 to 128 characters: no dot, no control character, no $ in front'

/** Whether a field of a record can be named so. */
export function isFieldName(name: string): boolean {
  return FIELD_NAME.test(name)
}
