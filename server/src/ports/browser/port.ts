/** Opens pages in a real browser, each session confined to what it may reach. */
export interface Browsers {
  /** Null when there is a browser; else a sentence that says what to install. */
  readonly problem: string | null
  /** How many sessions there may be at a time. */
  readonly most: number
  /** Throws `BrowserFailure` when no browser starts. At most `most` are open at a time: more wait for their turn. */
  open(options: SessionOptions): Promise<BrowserSession>
  /** Ends all browsers. */
  close(): Promise<void>
}

export interface SessionOptions {
  /**
   * Hosts that pages may load from, decided at dialling by the outbound guard; `*.example.com` for the names below,
   * `example.com:8443` for one port alone.
   */
  hosts: readonly string[]
  /** Origins of this installation, such as `http://127.0.0.1:8787`: reached although they may not be public. */
  ownOrigins: readonly string[]
  /** Requests of pages to addresses that begin with `prefix` carry this credential unless they bring one. */
  authorization: { prefix: string; token: string } | null
  /** Texts that no screenshot, snapshot, trace or message may show. */
  secrets: readonly string[]
  /** Closes the browser at once; what is under way is thrown as its reason. */
  signal: AbortSignal
}

/**
 * One tab in one browser. Dialogs are dismissed (a page that asks to stay is left), downloads and permissions refused. A
 * new window becomes the page, and the one before it again when it closes. What takes no time takes 5 s at most.
 */
export interface BrowserSession {
  /** The process of the browser; null where there is none. */
  readonly pid: number | null
  url(): string
  title(): Promise<string>
  goto(url: string, timeoutMs: number): Promise<void>
  /** The page as people with a screen reader get it; the first `MAX_NODES` nodes. */
  snapshot(): Promise<PageSnapshot>
  /** Elements that the target names, at most ten, and how many there are; waits for none. */
  find(target: PageTarget): Promise<{ count: number; elements: PageElement[] }>
  /** A target that names this element alone, by role and name where it has them. */
  targetOf(ref: string): Promise<PageTarget>
  /** Waits until the element can take it. */
  perform(action: PageAction, timeoutMs: number): Promise<void>
  /** The text or value of the element that the target names. */
  read(target: PageTarget, timeoutMs: number): Promise<string>
  /**
   * Whether what is expected comes true in time; `actual` says what is there instead. Texts and titles hold when they
   * contain the value, without regard to case, unless the target is `exact`; of `url` a value that begins with `/` is
   * compared with the path, a whole address with the whole, and everything else may be a part.
   */
  check(expectation: PageExpectation, timeoutMs: number): Promise<{ holds: boolean; actual: string }>
  /** JPEG. */
  screenshot(): Promise<Buffer>
  /** What went wrong in the page since the last call. */
  problems(): PageProblems
  /** Ends the browser. The trace is a zip for Playwright's viewer, without pages and secrets; null unless it is wanted and there is one. */
  close(options: { wantTrace: boolean }): Promise<Buffer | null>
}

/** As `Target` of the API: one way to name elements. */
export interface PageTarget {
  role?: string
  name?: string
  label?: string
  placeholder?: string
  text?: string
  test_id?: string
  css?: string
  exact?: boolean
  nth?: number
}

export interface PageElement {
  role: string
  name: string
}

export interface PageNode extends PageElement {
  /** Names the element within this snapshot; of a text (role `text`) the element around it. */
  ref: string
  /** How many nodes are above it. */
  depth: number
  /** The text or value inside, where it has one. */
  value: string | null
  /** Such as `checked`, `disabled`, `expanded`, `selected`; `clickable` for boxes without a role that take clicks. */
  states: readonly string[]
  /** Options of a list to choose from, in their order. */
  options: readonly string[]
}

export interface PageSnapshot {
  url: string
  title: string
  nodes: readonly PageNode[]
  /** The whole as an indented list, for models and people. */
  text: string
}

export const MAX_NODES = 400

export type PageActionName =
  | 'click'
  | 'double_click'
  | 'fill'
  | 'select'
  | 'check'
  | 'uncheck'
  | 'press'
  | 'hover'
  | 'upload'

export interface PageAction {
  action: PageActionName
  /** Null: the key goes to the page; only of `press`. */
  target: PageTarget | null
  /** What is typed, chosen or pressed. */
  value: string | null
  file: { name: string; content: string } | null
}

export interface PageExpectation {
  expect:
    | 'visible'
    | 'hidden'
    | 'text'
    | 'value'
    | 'enabled'
    | 'disabled'
    | 'checked'
    | 'unchecked'
    | 'count'
    | 'url'
    | 'title'
  /** Null for `url`, `title`, and texts anywhere on the page. */
  target: PageTarget | null
  value: string | null
  count: number | null
}

export interface PageProblems {
  /** Errors that the page wrote to its console, or did not catch. */
  console_errors: string[]
  failed_requests: { method: string; url: string; status: number | null; error: string | null }[]
}

/**
 * `unavailable`: no browser starts. `unreachable`: the page does not load. `not_allowed`: its host may not be reached.
 * `not_found`, `ambiguous`: the target names no element, or several. `timed_out`: the element did not take it in time.
 * `crashed`: the page or the browser ended. `invalid`: the target is none that a browser understands.
 */
export type BrowserFault =
  | 'unavailable'
  | 'unreachable'
  | 'not_allowed'
  | 'not_found'
  | 'ambiguous'
  | 'timed_out'
  | 'crashed'
  | 'invalid'

/** The only failure that this port reports, except for the reason of an abort. The message is for people; secrets are masked. */
export class BrowserFailure extends Error {
  override readonly name = 'BrowserFailure'
  readonly fault: BrowserFault

  constructor(fault: BrowserFault, message: string) {
    super(message)
    this.fault = fault
  }
}
