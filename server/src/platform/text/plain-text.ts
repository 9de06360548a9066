/** Databases hold no NUL and no half characters, but models and forges may write them. */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
