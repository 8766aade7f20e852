import { inOneLanguage } from '../answers/one-language'
import { FetchFailure } from '../failures'
import type { Fetch, ListAnswer, PostingList, System } from '../system'

/** A list in one language. */
interface InLocale {
  locale: string
  list: PostingList
}

/** The languages of postings in Canada and the United States. */
export const LOCALES: readonly string[] = ['en-US', 'en-CA', 'fr-CA']

/** The status with which systems answer for a language that a board does not have. */
const NOT_PUBLISHED = 400

/**
 * The strategy of a system whose lists have the postings of one language each: their union by id, `inOneLanguage`. It is
 * complete when each of them is.
 */
export function inLocales(listIn: (locale: string) => Pick<System, 'list'>): Pick<System, 'list'> {
  return {
    async list(board, fetch) {
      const lists: InLocale[] = []
      for (const locale of LOCALES) {
        const list = await whenPublished(fetch, (sent) => listIn(locale).list(board, sent))
        if (list?.kind === 'missing') return list
        if (list !== undefined) lists.push({ locale, list })
      }
      if (lists.length > 0) return unionOf(lists)
      // The board exists, and may have postings in other languages.
      const incompleteReason = `it has no list in ${LOCALES.join(', ')}`
      return { kind: 'listed', postings: [], incompleteReason }
    },
  }
}

/** Undefined when the first request is answered with `NOT_PUBLISHED`. A later one is an error. */
async function whenPublished(
  fetch: Fetch,
  list: (fetch: Fetch) => Promise<ListAnswer>,
): Promise<ListAnswer | undefined> {
  let isAnswered = false
  try {
    return await list(async (request) => {
      const response = await fetch(request)
      isAnswered = true
      return response
    })
  } catch (error) {
    if (!isAnswered && error instanceof FetchFailure && error.status === NOT_PUBLISHED) {
      return undefined
    }
    throw error
  }
}

function unionOf(lists: readonly InLocale[]): PostingList {
  const incompleteReasons = lists.flatMap(({ locale, list }) => {
    const incompleteReason = list.incompleteReason ?? incompleteByRepeats(list)
    return incompleteReason === undefined ? [] : [`${locale}: ${incompleteReason}`]
  })
  const entries = lists.flatMap(({ locale, list }) =>
    list.postings.map((entry) => ({ locale, entry })),
  )
  const postings = inOneLanguage(entries, {
    id: ({ entry }) => entry.external_id,
    locale: ({ locale }) => locale,
    places: ({ entry }) => entry.posting?.places ?? [],
  })
  return {
    kind: 'listed',
    postings: postings.map(({ version }) => version.entry),
    incompleteReason: incompleteReasons.length === 0 ? undefined : incompleteReasons.join('; '),
    unreadable: lists.flatMap(({ list }) => list.unreadable ?? []),
  }
}

/** The union has each posting once, and does not show that a list repeats one and may lack another. */
function incompleteByRepeats({ postings }: PostingList): string | undefined {
  const ids = new Set(postings.map(({ external_id }) => external_id))
  return ids.size === postings.length ? undefined : 'the list repeats postings'
}
