import type { Fetch, HttpRequest, Listing } from '../system'
import { parseAnswer } from './entries'

type Listed = Omit<Extract<Listing, { kind: 'listed' }>, 'kind'>

/** A list that one request returns as JSON. 404 means that there is no such board. */
export async function wholeList(
  fetch: Fetch,
  { system, board, ...request }: HttpRequest & { system: string; board: string },
  read: (answer: unknown) => Listed,
): Promise<Listing> {
  const { status, text } = await fetch({ isConditional: true, ...request, accept: [404] })
  if (status === 404) return { kind: 'missing', reason: `${system} has no ${board}` }
  return { kind: 'listed', ...read(parseAnswer(text, system)) }
}
