/** The purposes for which random numbers are drawn, so that none repeats the numbers of another. */
export const STREAMS = {
  employer: 1,
  instants: 2,
  posting: 3,
  title: 4,
  description: 5,
  /** Sentences on pay and arrangement are drawn apart, so that an edit of these leaves the rest as it was. */
  terms: 6,
  employerFacts: 7,
  details: 8,
  closing: 9,
  identity: 10,
  /** Plus the stay; edits are numbered within the stay. */
  edit: 20,
  life: 60,
} as const
