/** The code of apps, as far as sites are published from it. */
export interface SiteSource {
  /**
   * The chosen files of the app’s code, all as they were at one moment. The sizes are looked at before anything is
   * read. Refuses when the code cannot be read.
   */
  read(
    appId: string,
    wants: (path: string) => boolean,
    checkSizes: (sizes: readonly number[]) => void,
  ): Promise<{ path: string; bytes: Buffer }[]>
}
