/** The names of the readers, which the sections of `list.txt` bear. */
export const READER_NAMES = [
  'a page of an employer',
  'a JobPosting of an employer',
  'a sitemap',
  'the address of a page',
  'a title',
  'a text about pay',
  'the bytes of an answer',
  'an answer of a system',
  'a text about places',
  'a list of boards',
  'a description',
  'a text of a posting',
  'a line of an import',
  'a query',
  'a filter',
  'a suggestion',
  'a value in an error',
  'a header',
  'an answer of a mirrored catalogue',
  'an error in a browser',
] as const

export type ReaderName = (typeof READER_NAMES)[number]
