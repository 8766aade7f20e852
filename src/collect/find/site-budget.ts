import { MINUTE_MS } from '../../values/instant'
import { RequestBudget } from '../http/request-budget'
import type { BoardAddress } from '../system'

/** What the search for the boards of one site may cost. */
export const SITE_LIMITS = {
  /** Of the site itself, and of all boards that it names. */
  whole: { requests: 400, ms: 5 * MINUTE_MS },
  /** Of the pages of the site. */
  pages: { requests: 12 },
  /** Of the boards of one employer on a system, or of one host. */
  employer: { requests: 200 },
  /** Boards of one employer or host that are asked. */
  boardsOfEmployer: 5,
  /** Boards of a site that are named in its result. */
  boards: 50,
}

/** The requests for one site: for its pages, and for the boards that it names. */
export class SiteBudget {
  private readonly whole: RequestBudget
  readonly pages: RequestBudget
  private readonly employers = new Map<string, { requests: RequestBudget; boards: number }>()

  constructor(
    private readonly limits: typeof SITE_LIMITS,
    now: () => Date,
  ) {
    this.whole = new RequestBudget(limits.whole, now)
    this.pages = this.whole.part(limits.pages)
  }

  /** The requests for a board; undefined when others of its employer or host have taken its place. */
  forBoard({ source, slug }: BoardAddress & { source: string }): RequestBudget | undefined {
    const key = `${source}/${slug.split('/')[0]}`
    const employer = this.employers.get(key) ?? {
      requests: this.whole.part(this.limits.employer),
      boards: 0,
    }
    this.employers.set(key, employer)
    if (employer.boards === this.limits.boardsOfEmployer) return undefined
    employer.boards += 1
    return employer.requests
  }
}
