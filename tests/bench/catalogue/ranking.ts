/**
 * The 60,000 boards of the systems that employers in Canada and the United States use most, with their live boards and
 * postings as they were counted in 2026. Where postings were not counted, a board has 15.
 */
export const RANKING: Readonly<Record<string, { boards: number; postings: number }>> = {
  adp: { boards: 22_027, postings: 287_619 },
  paylocity: counted(10_513),
  paycom: counted(6_895),
  isolved: counted(4_147),
  dayforce: counted(3_082),
  paycor: counted(2_442),
  applitrack: { boards: 2_387, postings: 86_033 },
  ukgready: counted(2_230),
  clearcompany: { boards: 1_679, postings: 30_834 },
  successfactors: { boards: 1_270, postings: 127_000 },
  gem: counted(1_019),
  adpmyjobs: { boards: 990, postings: 87_181 },
  jobscore: counted(498),
  cornerstone: { boards: 400, postings: 42_534 },
  recruiterbox: counted(310),
  radancy: { boards: 227, postings: 205_214 },
  phenom: { boards: 99, postings: 155_738 },
}

const USUAL_POSTINGS = 15

function counted(boards: number): { boards: number; postings: number } {
  return { boards, postings: boards * USUAL_POSTINGS }
}
