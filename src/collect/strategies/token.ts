import type { Board, Fetch, HttpRequest, MissingBoard, System } from '../system'

export interface TokenSource<Token> {
  /** Asks the vendor for a token, or finds out that there is no such board. */
  obtain(board: Board, fetch: Fetch): Promise<Obtained<Token> | MissingBoard>
  /** Statuses of a token that is too old, or that the vendor does not know; 401 and 403 unless given. */
  refusals?: readonly number[]
  /** A request with the token, as the vendor takes it. */
  authorize(request: HttpRequest, token: Token): HttpRequest
}

interface Obtained<Token> {
  kind: 'token'
  token: Token
  /** The employer's name, where the vendor says it with the token. */
  organization?: string | undefined
}

const REFUSALS: readonly number[] = [401, 403]

/**
 * The strategy of a system whose requests need a token. It is asked for once in a collection of a board, and once more when
 * the vendor refuses it; a second refusal is an error. It is kept in memory until the collection ends, and nowhere else: no
 * error names it.
 */
export function withToken<Token>(
  source: TokenSource<Token>,
  reader: Pick<System, 'list' | 'detail'>,
): Pick<System, 'list' | 'detail'> {
  const sessions = new WeakMap<Fetch, TokenSession<Token>>()
  const sessionOf = (board: Board, fetch: Fetch) => {
    const session = sessions.get(fetch) ?? new TokenSession(source, board, fetch)
    sessions.set(fetch, session)
    return session
  }
  const { detail } = reader
  return {
    async list(board, fetch) {
      const session = sessionOf(board, fetch)
      const found = await session.found()
      if (found.kind === 'missing') return found
      const answer = await reader.list(board, session.fetch)
      if (answer.kind === 'missing') return answer
      return { ...answer, organization: answer.organization ?? found.organization }
    },
    ...(detail && {
      detail: (board, entry, fetch) => detail(board, entry, sessionOf(board, fetch).fetch),
    }),
  }
}

/** The token of one collection of a board. */
class TokenSession<Token> {
  private current: ReturnType<TokenSource<Token>['obtain']> | undefined
  private isRenewed = false

  constructor(
    private readonly source: TokenSource<Token>,
    private readonly board: Board,
    private readonly send: Fetch,
  ) {}

  /** What is known of the token; requests that are sent at once wait for the same one. */
  found(): ReturnType<TokenSource<Token>['obtain']> {
    this.current ??= this.source.obtain(this.board, this.send).catch((error) => {
      this.current = undefined
      throw error
    })
    return this.current
  }

  readonly fetch: Fetch = async (request) => {
    const used = this.found()
    const authorized = await this.authorized(request)
    if (this.isRenewed) return await this.send(authorized)
    const refusals = this.source.refusals ?? REFUSALS
    const accept = [...(authorized.accept ?? []), ...refusals]
    const response = await this.send({ ...authorized, accept })
    if (!refusals.includes(response.status)) return response
    // Another request may have renewed it meanwhile.
    if (this.current === used) {
      this.isRenewed = true
      this.current = undefined
    }
    return await this.send(await this.authorized(request))
  }

  private async authorized(request: HttpRequest): Promise<HttpRequest> {
    const found = await this.found()
    if (found.kind === 'missing') throw new Error(found.reason)
    return this.source.authorize(request, found.token)
  }
}
