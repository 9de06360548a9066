/** The part of the library that we use; it comes without types. */
declare module 'semver' {
  interface Options {
    includePrerelease?: boolean
    loose?: boolean
  }
  interface Comparator {
    operator: '' | '<' | '<=' | '>' | '>='
    semver: { version: string }
    test(version: string): boolean
  }
  const semver: {
    valid(version: string, options?: Options): string | null
    validRange(range: string, options?: Options): string | null
    compare(a: string, b: string, options?: Options): -1 | 0 | 1
    satisfies(version: string, range: string, options?: Options): boolean
    Range: new (
      range: string,
      options?: Options,
    ) => { set: readonly (readonly Comparator[])[]; test(version: string): boolean }
  }
  export default semver
}
