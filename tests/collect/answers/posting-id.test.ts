import { describe, expect, test } from 'bun:test'
import { postingIdAt } from '../../../src/collect/answers/posting-id'
import { isSameBoard } from '../../../src/collect/names/board-of-address'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { recordedBoards } from '../systems/boards'

const id = (address: string, ...forms: string[]) =>
  postingIdAt(...forms)(new URL(address, 'https://jobs.acme.example'))

describe('the id is read from its own place', () => {
  test.each([
    ['/acme/jobs/12', '/:board/jobs/:id', '12'],
    ['/acme/JOBS/12/apply', '/:board/jobs/:id', '12'],
    ['/acme/jobs', '/:board/jobs/:id', undefined],
    ['/acme/careers/12', '/:board/jobs/:id', undefined],
    ['/more/acme/jobs/12', '/:board/jobs/:id', undefined],
    ['/en-US/jobs/12', '/:language/jobs/:id', '12'],
    ['/acme/jobs/12', '/:language/jobs/:id', undefined],
    ['/p/12-a-cook', '/p/:id-:title', '12'],
    ['/p/12', '/p/:id-:title', '12'],
    ['/p/a-cook-12', '/p/:title-:id', '12'],
    ['/jobs/12.html', '/jobs/:id.html', '12'],
    ['/jobs/%31%32', '/jobs/:id', '12'],
    ['/jobs/%zz', '/jobs/:id', undefined],
    ['/view.asp?Job=12&source=5', '/view.asp?job', '12'],
    ['/view.asp?job=12&job=5', '/view.asp?job', undefined],
    ['/view.asp?source=5', '/view.asp?job', undefined],
    ['/other.asp?job=12', '/view.asp?job', undefined],
  ])('%s %s', (address, form, expected) => {
    expect(id(address, form)).toBe(expected)
  })

  test('by the first form that the address has', () => {
    expect(id('/jobs/print/12', '/jobs/print/:id', '/jobs/:id')).toBe('12')
  })
})

/** The addresses of recorded postings that belong to their boards, with the ids that the lists have. */
const addresses = recordedBoards().flatMap(([system, { board, postings }]) => {
  const ids = postings.flatMap(({ external_id, url, apply_url }) =>
    [url, apply_url].flatMap((text) => (text ? [[text, external_id] as const] : [])),
  )
  // A recorded address that several postings have is that of the first one.
  return [...new Map(ids.toReversed())].flatMap(([text, externalId]) => {
    const address = new URL(text)
    const slug = system.boardOf(address)?.slug ?? ''
    return isSameBoard(slug, board.slug) ? [[system, externalId, address] as const] : []
  })
})

/** The addresses of their postings have other numbers than their lists. */
const WITHOUT_IDS = ['careerpage', 'paylocity', 'pinpoint', 'radancy', 'recruitee', 'teamtailor']

describe('the addresses of the postings of all systems', () => {
  test('have the ids of the lists, but for a few systems', () => {
    const without = SYSTEMS.filter(({ postingId }) => postingId === undefined)
    expect(without.map(({ source }) => source)).toEqual(WITHOUT_IDS)
    for (const [{ source, postingId }, externalId, address] of addresses) {
      // Of the larger edition of Taleo, addresses have the number of the requisition.
      if (postingId === undefined || source === 'taleo') continue
      expect([source, postingId(address)]).toEqual([source, externalId])
    }
  })

  test.each([
    [
      'eightfold',
      'https://acme.eightfold.ai/careers/job/755957773457-cook?domain=acme.example',
      '755957773457',
    ],
    ['eightfold', 'https://acme.eightfold.ai/careers?pid=755957773457', '755957773457'],
    [
      'greenhouse',
      'https://boards.greenhouse.io/embed/job_app?for=acme&token=4731447005',
      '4731447005',
    ],
    ['greenhouse', 'https://boards.greenhouse.io/acme?source=5', undefined],
    ['jibe', 'https://acme.jibeapply.com/jobs/12?lang=en-us', '12'],
    ['neogov', 'https://www.governmentjobs.com/careers/acme/jobs/410/cook', '410'],
    ['neogov', 'https://www.governmentjobs.com/careers/acme/jobs/newprint/410', '410'],
    ['successfactors', 'https://acme.jobs2web.com/job/Guelph-Cook-ON/31099-en_US/', '31099'],
    [
      'taleo',
      'https://phe.tbe.taleo.net/phe01/ats/careers/v2/viewRequisition?org=ACME&cws=41&rid=69',
      '69',
    ],
    ['workable', 'https://acme.workable.com/j/AAAA000001', 'AAAA000001'],
    ['workable', 'https://apply.workable.com/acme/j/AAAA000001/apply', 'AAAA000001'],
    [
      'workday',
      'https://acme.wd5.myworkdayjobs.com/en-US/External/job/Boise/Cook_R-12/apply/autofillWithResume',
      '/job/Boise/Cook_R-12',
    ],
    [
      'workday',
      'https://wd5.myworkdaysite.com/en-US/recruiting/acme/External/job/Boise/Cook_R-12',
      '/job/Boise/Cook_R-12',
    ],
    ['workday', 'https://acme.wd5.myworkdayjobs.com/External?jobFamily=R-12', undefined],
  ])('%s: %s', (source, text, expected) => {
    const system = SYSTEMS.find((one) => one.source === source)
    const address = new URL(text)
    expect(system?.boardOf(address)).toBeDefined()
    expect(system?.postingId?.(address)).toBe(expected)
  })

  test('keep them whatever else is in the address', () => {
    for (const [{ source, postingId }, , address] of addresses) {
      const named = postingId?.(address)
      const changed = new URL(address)
      changed.searchParams.set('source', '5')
      changed.searchParams.set('gh_src', '5')
      changed.hash = '5'
      expect([source, postingId?.(changed)]).toEqual([source, named])
    }
  })
})
