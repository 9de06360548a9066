/** The part of the library that we use; it comes without types. */
declare module 'mime' {
  const mime: { getType(path: string): string | null }
  export default mime
}
