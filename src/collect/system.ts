import type { Posting } from '../catalogue/import/posting'
import type { AddressParts } from '../text/locations/location-resolver'
import type { Country } from '../values/country'

/** The address of a board on a system. */
export interface BoardAddress {
  /** The employer's name on the system, as in `source_slug`; case and parts as the system needs them (`acme`). */
  slug: string
  /** More that requests need, such as a host or a region of the vendor. Not part of the identity. */
  settings?: Readonly<Record<string, string>>
}

/**
 * The setting that boards of all systems may have: the name of another board. Postings whose address for applying belongs to
 * that board are left out. Without the setting, the addresses of the postings may name such a board.
 */
export const PREFERRED_BOARD_SETTING = 'prefer'
/** Its value that leaves out no postings, whatever their addresses are. */
export const NO_PREFERRED_BOARD = 'none'

export interface Board extends BoardAddress {
  source: string
  /** The employer's name, when the operator gave it. */
  organization?: string | undefined
  /** The country of places that name none, when the operator gave it. */
  country?: Country | undefined
}

export interface HttpRequest {
  /** https, on a host of the system. */
  url: string
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  body?: unknown
  /** Sends the stored `ETag` or `Last-Modified` of this URL; a 304 throws `NotChanged`. For whole lists only. */
  isConditional?: boolean
  /** The limit of the answer, decompressed, if it differs from the limit of other requests. */
  maxBytes?: number
  /**
   * Reads the text of a 200 in parts as they arrive, and returns the bytes of each that stay in memory. It must not throw. The answer then
   * has no text.
   */
  onText?: (part: string) => number
  /** Statuses beside 200 that the system reads itself, such as 404 for a board that does not exist, or 302. */
  accept?: readonly number[]
}

export interface HttpResponse {
  status: number
  headers: Headers
  /** Decompressed, within the limit of bytes; without what `onText` has read. */
  text: string
  /** The address that answered, after redirects. */
  url?: string
  /** To be called when the text was read, with the number of its bytes that stay in memory. */
  kept?: (bytes: number) => void
}

/**
 * Sends one request politely: intervals and parallel requests of the vendor, time and byte limits, checked addresses,
 * redirects on the vendor's hosts only. Throws for other statuses than 200 and `accept`.
 */
export type Fetch = (request: HttpRequest) => Promise<HttpResponse>

/** A place of a posting as the system gives it: its parts where it has them, else its text. */
export type PublishedPlace =
  /** `country` is the country of a text that names none. */
  { text: string; country?: Country } | { address: AddressParts; text?: string | undefined }

/**
 * A posting as the system publishes it: an import line without what the collector adds (source, slug, resolved places).
 * `places` are all its places, in a stable order.
 */
export interface CollectedPosting
  extends Omit<
    Posting,
    'source' | 'source_slug' | 'external_id' | 'locations' | 'countries' | 'history'
  > {
  external_id: string
  places: readonly PublishedPlace[]
}

/** An entry of a list. Without `posting`, `detail` fetches it. */
export interface ListEntry {
  external_id: string
  /** Changes when the content that the list shows changes, and never otherwise: no relative dates, signatures or relevance. */
  fingerprint: string
  posting?: CollectedPosting
  /** What `detail` needs, such as the address of the page. */
  reference?: string
}

/** A board's list as it was read. */
export interface PostingList {
  kind: 'listed'
  postings: readonly ListEntry[]
  /** Why the list is not proved complete: an unread page, a wrong total, an unknown shape. Undefined when it is proved. */
  incompleteReason?: string | undefined
  /** The employer's name as the board gives it. */
  organization?: string | undefined
  /** Entries that could not be read: id, if there is one, and why. They are named, so that they do not expire. */
  unreadable?: readonly { external_id?: string; reason: string }[]
  /** For people: settings that the operator left out and the list shows, such as the fields of its places. */
  foundSettings?: Readonly<Record<string, string>>
}

/** The system says that there is no such board. */
export interface MissingBoard {
  kind: 'missing'
  reason: string
}

export type ListAnswer = PostingList | MissingBoard

/** The content of a page of an employer's own site. */
export type PageAnswer =
  /** `copyOf`: the address that the page names as its own, when it is another one. */
  | { kind: 'posting'; posting: CollectedPosting; validThrough?: Date; copyOf?: string }
  /** The page says that the posting has left: 404, 410, `noindex`, `validThrough`. */
  | { kind: 'gone'; reason: string }
  /** The page answers and has no posting, which does not prove that one has left. */
  | {
      kind: 'empty'
      reason: string
      /** It redirects to an address to which no request may be sent: no answer of the site. */
      isRefused?: true
    }

export interface Limits {
  minIntervalMs: number
  maxParallel: number
  /** Boards may be on employers' own hosts; each of these hosts has these limits for itself. */
  isPerHost?: true
  /** Boards that one collector reads at once; twice `maxParallel` when it is absent. */
  boardsAtOnce?: number
}

/** Where requests may be sent, and how often: all that the HTTP client knows of a system. */
export interface RequestPolicy {
  /** The canonical source of its postings. */
  source: string
  /**
   * A host of the vendor that always exists, for systems with a host for each board: while its name resolves, a name that does
   * not resolve is a `HostNotFound`.
   */
  knownHost?: string
  /**
   * Whether requests for the board may go to this host: one of the vendor, or one that the operator named when the board
   * was added.
   */
  isHost(host: string, board?: BoardAddress): boolean
  /** Politeness towards the vendor as a whole. */
  limits: Limits
  /** Whose robots.txt is obeyed: every host's, or only that of employers' own hosts. */
  obeysRobots?: true | 'own hosts'
}

/** An applicant tracking system; one file in `systems/` exports one. */
export interface System extends RequestPolicy {
  /** The name for people, such as Greenhouse. */
  name: string
  /** Other names of the source, in lower case, as files and clients write it. */
  aliases?: readonly string[]
  /** What pages of boards on employers' own hosts load, where neither a link nor the address shows the system. */
  ownHostSign?: string
  /** An address of a career page on this system, for help and errors. */
  example: string
  /** Matches the slugs of boards, from start to end. */
  slug: RegExp
  /** The board that a career page or a list belongs to; undefined when the address is not of this system. */
  boardOf(address: URL): BoardAddress | undefined
  /**
   * The id of the posting at an address of a board, from its own place in it; undefined when the address names none. Absent: the
   * addresses of postings do not have the ids of the list.
   */
  postingId?(address: URL): string | undefined
  /**
   * The board on an employer's own host, for operators who say that it is of this system: the address does not show it. The
   * slug begins with the host.
   */
  ownBoardOf?(address: URL): BoardAddress | undefined
  /** The board of a name as public lists write it, where that is neither a slug nor an address (`acme|wd5|External`). */
  boardOfListName?(name: string): BoardAddress | undefined
  /** The settings that a board may have. */
  settings?: readonly string[]
  /**
   * The setting that names the fields of a place, where each employer has its own: a list in which no posting has a certain
   * place was not understood.
   */
  placeSetting?: string
  /** Settings that requests for a board need, such as `host`; they can be read from its address, not from its name. */
  requires?(board: BoardAddress): readonly string[]
  /** Any host may have a board of this system: operators add it as `SOURCE/HOST`, and `boardOf` reads only such texts. */
  isNamedByHost?: true
  /**
   * The boards of a host. They replace a board that names only the host. Undefined for any other board.
   */
  boardsOfHost?(board: Board, fetch: Fetch): Promise<readonly BoardAddress[]> | undefined
  list(board: Board, fetch: Fetch): Promise<ListAnswer>
  /** For systems whose list lacks content. Undefined: the posting is gone (404 or 410). */
  detail?(board: Board, posting: ListEntry, fetch: Fetch): Promise<CollectedPosting | undefined>
  /** The part of an id of `list` that stays when the posting is changed; several postings may share it. */
  stableId?(id: string): string
  /** For sites whose list has nothing but addresses of pages, which may hold postings or not. Instead of `detail`. */
  readPage?(board: Board, address: string, now: Date, fetch: Fetch): Promise<PageAnswer>
  /** The setting with a key that the operator may have, and how the system is read with it and `COLLECT_CONTACT`. */
  withKey?: {
    setting: string
    read(key: string, contact: string): Pick<System, 'list'>
  }
  /** Why the system is off unless the operator turns it on, and the setting that does. */
  optIn?: { setting: string; reason: string }
}
