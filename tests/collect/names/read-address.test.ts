import { describe, expect, test } from 'bun:test'
import { checked, readAddress } from '../../../src/collect/names/read-address'
import type { Fetch } from '../../../src/collect/system'
import { SYSTEMS } from '../../../src/collect/systems/index'

/** The board of an address, with the system that the operator named, and its settings. */
function boardOf(address: string, source?: string): string {
  const { slug, settings, ...board } = readAddress(address, SYSTEMS, source)
  const pairs = Object.entries(settings ?? {}).map(([name, value]) => `${name}=${value}`)
  return [`${board.source}/${slug}`, ...pairs].join(' ')
}

describe('an address that names its system', () => {
  test.each([
    ['https://www.workable.com/api/accounts/acme?details=true', 'workable/acme'],
    ['https://www.smartrecruiters.com/AcmeInc', 'smartrecruiters/AcmeInc'],
    ['https://www.governmentjobs.com/careers/home/index?agency=acmecity', 'neogov/acmecity'],
    ['https://www.governmentjobs.com/careers/acmecity/jobs/1/clerk', 'neogov/acmecity'],
    ['https://agency.governmentjobs.com/acmecity/default.cfm', 'neogov/acmecity'],
    ['https://app.jazz.co/widgets/basic/create/acme', 'jazzhr/acme'],
    [
      'https://career8.successfactors.com/career?career_company=acme&lang=en_US',
      'successfactors/acme host=career8.successfactors.com',
    ],
  ])('%s', (address, board) => {
    expect(boardOf(address)).toBe(board)
  })
})

test('an address has at most 4,000 characters', () => {
  const address = 'https://jobs.lever.co/acme'.padEnd(4_000, '/x')
  expect(boardOf(address)).toBe('lever/acme')
  expect(() => boardOf(`${address}/`)).toThrow('is not a board of a known system')
})

test.each([
  ['dayforce/Acme-Co/My-Site', 'dayforce/acme-co/MY-SITE'],
  ['dayforce/EN-US/Acme/candidateportal', 'dayforce/acme/CANDIDATEPORTAL'],
  ['dayforce/acme-co', 'dayforce/acme-co/CANDIDATEPORTAL'],
])('a name is a slug in any case of letters, also after a language: %s', (name, board) => {
  expect(boardOf(name)).toBe(board)
})

test.each(['dayforce/acme/site/jobs/12', 'smartrecruiters/Acme/Other', 'dayforce/acme//site'])(
  'a name with more than a slug is none: %s',
  (name) => {
    expect(() => boardOf(name)).toThrow('cannot be a board of')
  },
)

describe("a board on an employer's own host, of the system that the operator named", () => {
  test.each([
    ['recruitee', 'https://jobs.acme.example', 'recruitee/jobs.acme.example'],
    ['recruitee', 'jobs.acme.example/o/welder?lang=en', 'recruitee/jobs.acme.example'],
    ['teamtailor', 'https://career.acme.example/jobs', 'teamtailor/career.acme.example'],
    ['teamtailor', 'https://career.acme.us/jobs', 'teamtailor/career.acme.us'],
    ['eightfold', 'https://apply.acme.example/careers', 'eightfold/apply.acme.example'],
    [
      'eightfold',
      'https://apply.acme.example/careers?domain=acme.example',
      'eightfold/apply.acme.example domain=acme.example',
    ],
    [
      'avature',
      'https://jobs.acme.example/en_US/search/SearchJobs',
      'avature/jobs.acme.example/en_US/search',
    ],
    [
      'pageup',
      'https://careers.acme.example/cw/en-us/listing/',
      'pageup/careers.acme.example/cw/en-us',
    ],
    ['jibe', 'https://careers.acme.example/careers-home/jobs', 'jibe/careers.acme.example'],
    ['careerpage', 'https://www.acme.example/careers/welder', 'careerpage/www.acme.example'],
    [
      'careers',
      'https://acme.example/jobs-sitemap.xml',
      'careerpage/acme.example sitemap=https://acme.example/jobs-sitemap.xml',
    ],
  ])('%s %s', (source, address, board) => {
    expect(boardOf(address, source)).toBe(board)
  })

  test('by SOURCE/HOST too', () => {
    expect(boardOf('recruitee/jobs.acme.example')).toBe('recruitee/jobs.acme.example')
    expect(boardOf('avature/jobs.acme.example/careers')).toBe('avature/jobs.acme.example/careers')
  })

  test.each([
    ['recruitee/acme.recruitee.com', 'recruitee/acme'],
    ['eightfold/acme.eightfold.ai', 'eightfold/acme'],
    ['avature/acme.avature.net/careers', 'avature/acme/careers'],
    ['teamtailor/acme.na.teamtailor.com', 'teamtailor/acme.na'],
    ['teamtailor/acme.na', 'teamtailor/acme.na'],
  ])('a host of the vendor is none: %s', (name, board) => {
    expect(boardOf(name)).toBe(board)
  })

  test('a host of another vendor is none', () => {
    expect(() => boardOf('recruitee/boards-api.greenhouse.io')).toThrow(
      "slug: 'boards-api.greenhouse.io' is a host of Greenhouse; add the address of the board (https://boards.greenhouse.io/acme)",
    )
  })

  test('an address that names another system is of that one', () => {
    expect(boardOf('https://jobs.lever.co/acme', 'recruitee')).toBe('lever/acme')
  })

  test.each([
    [
      'lever',
      'https://jobs.acme.example',
      "'https://jobs.acme.example' is not a board of Lever; expected an address such as https://jobs.lever.co/acme, or careerpage/jobs.acme.example for an employer's own site",
    ],
    [
      'recruitee',
      'https://10.0.0.1',
      "'https://10.0.0.1' is not a board of Recruitee; expected an address such as https://acme.recruitee.com",
    ],
    [
      'teamtailor',
      'https://acme.us',
      "'https://acme.us' is not a board of Teamtailor; expected an address such as https://acme.teamtailor.com/jobs",
    ],
    [
      'recruitee',
      'https://boards-api.greenhouse.io',
      "'https://boards-api.greenhouse.io' is a host of Greenhouse; add the address of the board (https://boards.greenhouse.io/acme)",
    ],
    [
      'recruite',
      'https://jobs.acme.example',
      "source: 'recruite' is not a known system; did you mean recruitee?",
    ],
  ])('is refused: %s %s', (source, address, message) => {
    expect(() => boardOf(address, source)).toThrow(message)
  })

  test.each(['recruitee', 'teamtailor', 'eightfold', 'avature', 'jibe'])(
    '%s asks that host, which has limits of its own',
    async (source) => {
      const board = readAddress('https://jobs.acme.example/careers', SYSTEMS, source)
      const system = SYSTEMS.find((candidate) => candidate.source === source)
      const asked: string[] = []
      const fetch: Fetch = async ({ url }) => {
        asked.push(new URL(url).host)
        return { status: 404, headers: new Headers(), text: '' }
      }
      expect(await system?.list(board, fetch)).toMatchObject({ kind: 'missing' })
      expect(asked).toEqual(['jobs.acme.example'])
      expect(system?.isHost('jobs.acme.example', board)).toBe(true)
      expect(system?.isHost('acme.example', board)).toBe(false)
      expect(system?.isHost('jobs.acme.example')).toBe(false)
      expect(system?.limits.isPerHost).toBe(true)
    },
  )
})

describe('the setting prefer', () => {
  const preferOf = (prefer: string) =>
    checked({ source: 'lever', slug: 'acme', settings: { prefer } }, SYSTEMS).settings?.prefer

  test.each([
    ['workday/acme/External', 'workday/acme/External'],
    ['https://acme.wd5.myworkdayjobs.com/en-US/External', 'workday/acme/External'],
    ['myworkdayjobs/acme/External', 'workday/acme/External'],
    ['', 'none'],
    ['none', 'none'],
    ['auto', ''],
  ])('%j is kept as %j', (prefer, name) => {
    expect(preferOf(prefer)).toBe(name)
  })

  test.each([
    ['workdai/acme', "'workdai/acme' is not a board of a known system; did you mean workday/acme?"],
    ['https://jobs.lever.co/acme', "expected another board, got 'https://jobs.lever.co/acme'"],
  ])('%j is refused', (prefer, issue) => {
    expect(() => preferOf(prefer)).toThrow(`settings: prefer: ${issue}`)
  })
})
