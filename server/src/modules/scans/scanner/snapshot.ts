/** What a scan looks at: an app at one moment. */

export interface Snapshot {
  app: ScannedApp
  /** The revision of the app when it was read. */
  revision: number
  /** As entities hold them. */
  schemas: readonly ScannedSchema[]
  functions: readonly ScannedFunction[]
  /** The app's code, that of functions left out; read one by one, since all together can be large. */
  files(): AsyncIterable<SourceFile>
  file_count: number
}

export interface ScannedApp {
  id: string
  name: string
  /** Who may open the app without an invitation. */
  public_settings: string
  published_url: string | null
  static_code_enabled: boolean
  dependency_scan_enabled: boolean
}

/** The schema of an entity as its module reads it; scans see it only through `RuleEngine` and as JSON. */
export interface ScannedSchema {
  name: string
  [key: string]: unknown
}

export interface SourceFile {
  path: string
  /** Of the content: what a file gave is remembered by it, so that what did not change is not even read. */
  id: string
  /** Null when it is no text, or not there any more. */
  read(): Promise<string | null>
}

export interface ScannedFile {
  path: string
  text: string
}

export interface ScannedFunction {
  name: string
  /** The path of the file that is run, one of those below. */
  entry: string
  /** `anyone`: without signing in to the app. */
  access: 'app' | 'anyone'
  /** Whether schedules or changes of records run it. */
  is_automated: boolean
  files: readonly ScannedFile[]
}
