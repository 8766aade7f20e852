import { describe, expect, test } from 'bun:test'
import { readBoardList } from '../../../src/collect/names/read-board-list'
import { SYSTEMS } from '../../../src/collect/systems/index'

/** The boards of a list, and why records are refused. */
function read(text: string, source?: string): string[] {
  return readBoardList(text, SYSTEMS, source).map((board) => {
    if (board instanceof Error) return board.message
    const { slug, organization, country } = board
    return [`${board.source}/${slug}`, organization, country].filter(Boolean).join(' | ')
  })
}

describe('the columns of public lists', () => {
  test.each([
    ['name,slug,url\nAcme,acme,https://jobs.lever.co/acme\n', 'lever/acme | Acme'],
    ['company,careers_url\nAcme,https://jobs.lever.co/acme\n', 'lever/acme | Acme'],
    ['company,ats,slug\nAcme,greenhouse_io,acme\n', "line 2: ats: 'greenhouse_io'"],
    ['company,ats,slug\nAcme,greenhouse.io,acme\n', 'greenhouse/acme | Acme'],
    ['ats,url\nrecruitee,https://jobs.acme.example\n', 'recruitee/jobs.acme.example'],
    ['url,careers_url\nhttps://acme.example,https://jobs.lever.co/acme\n', 'lever/acme'],
    ['url,address\nhttps://acme.example,https://jobs.lever.co/acme\n', 'lever/acme'],
    ['name,company,address\nAcme board,Acme,https://jobs.lever.co/acme\n', 'lever/acme | Acme'],
    ['company_slug,board_slug,board_url\na,a-lever,https://jobs.lever.co/acme\n', 'lever/acme'],
    [
      'company_name,platform,ats_url,career_url\nAcme,x,https://jobs.lever.co/acme,https://acme.example\n',
      'lever/acme | Acme',
    ],
    ['name,career_url,ats_platform\nAcme,https://jobs.lever.co/acme,Lever\n', 'lever/acme | Acme'],
    ['Company,Careers URL\nAcme,https://jobs.lever.co/acme\n', 'lever/acme | Acme'],
    ['company,ats_provider,ats_identifier\nAcme,greenhouse,acme\n', 'greenhouse/acme | Acme'],
    ['company,link\nAcme,https://jobs.lever.co/acme\n', 'lever/acme | Acme'],
    ['slug,provider,token\nacme,greenhouse,acmeusa\n', 'greenhouse/acmeusa'],
    [
      'board_url,monitor_type\nhttps://jobs.acme.example,recruitee\n',
      'recruitee/jobs.acme.example',
    ],
  ])('%j', (text, board) => {
    expect(read(text)[0]).toStartWith(board)
  })

  test('lines may end in several ways', () => {
    const list =
      'name,url\r\nA,https://jobs.lever.co/a\r\nB,https://jobs.lever.co/b\nC,https://jobs.lever.co/c\n'
    expect(read(list)).toEqual(['lever/a | A', 'lever/b | B', 'lever/c | C'])
  })
})

test('the first address that shows its system counts, else the name of the board', () => {
  const header = 'careers_url,jobs_url,ats,slug'
  expect(read(`${header}\nhttps://acme.example,https://jobs.lever.co/acme,,\n`)).toEqual([
    'lever/acme',
  ])
  expect(read(`${header}\nhttps://acme.example/careers,,greenhouse,acme\n`)).toEqual([
    'greenhouse/acme',
  ])
  const [record] = JSON.parse('[{"careersUrl":"https://jobs.lever.co/acme","companyName":"Acme"}]')
  expect(read(JSON.stringify(record))).toEqual(['lever/acme | Acme'])
})

describe('names of boards, with their system', () => {
  test.each([
    ['["acme","beta-2"]', 'greenhouse', ['greenhouse/acme', 'greenhouse/beta-2']],
    ['acme\r\nbeta\n', 'greenhouse', ['greenhouse/acme', 'greenhouse/beta']],
    ['["acme|wd1|search"]', 'workday', ['workday/acme/search']],
    [
      'acme|wd12|Acme_Jobs\nbeta|wd5|Beta-2\n',
      'workday',
      ['workday/acme/Acme_Jobs', 'workday/beta/Beta-2'],
    ],
    ['company,token\nAcme,acme\n', 'greenhouse', ['greenhouse/acme | Acme']],
    ['slug\nacme\n', 'greenhouse', ['greenhouse/acme']],
    ['["acme-co"]', 'dayforce', ['dayforce/acme-co/CANDIDATEPORTAL']],
    ['["Acme.ai"]', 'ashby', ['ashby/Acme.ai']],
    ['["https://jobs.lever.co/acme","beta"]', 'greenhouse', ['lever/acme', 'greenhouse/beta']],
    ['jobs.acme.example\n', 'recruitee', ['recruitee/jobs.acme.example']],
    ['jobs.acme.example\n', 'careerpage', ['careerpage/jobs.acme.example']],
  ])('%j %s', (text, source, boards) => {
    expect(read(text, source)).toEqual(boards)
  })

  test('a name of Workday says its host', () => {
    expect(readBoardList('["Acme|wd5|External"]', SYSTEMS, 'workday')).toEqual([
      {
        source: 'workday',
        slug: 'acme/External',
        settings: { host: 'acme.wd5.myworkdayjobs.com' },
      },
    ])
    const { ats } = { ats: { workday: ['acme|wd5|External'] } }
    expect(read(JSON.stringify({ ats }))).toEqual(['workday/acme/External'])
  })

  test('a name that the system cannot have is refused with the form that works', () => {
    expect(read('["a b/c"]', 'lever')).toEqual([
      "[0]: address: 'a b/c' is not a board of Lever; expected an address such as https://jobs.lever.co/acme",
    ])
    expect(read('["acme|External"]', 'workday')[0]).toEndWith(
      'expected an address such as https://acme.wd5.myworkdayjobs.com/en-US/External',
    )
  })

  test('a name without a system says where the system goes', () => {
    expect(read('["acme"]')).toEqual([
      "[0]: address: 'acme' is not a board of a known system; expected an address or SYSTEM/NAME; names alone need their system first (bun run boards add SYSTEM NAME)",
    ])
  })
})

test('the system of a list is that of its boards on hosts of employers', () => {
  expect(read('name,url\nAcme,https://jobs.acme.example\n', 'recruitee')).toEqual([
    'recruitee/jobs.acme.example | Acme',
  ])
})

test('{"ats": {SYSTEM: [SLUG]}} in one line or many', () => {
  const list = {
    counts: { lever: 1 },
    ats: {
      lever: ['acme', 'a b/c'],
      paycom: ['0018F094E55BB89123A5FEFA4DB07200'],
      dayforce: ['103772', 'Acme-Co/My-Site'],
      taleo: ['acme'],
      unheard: ['acme'],
      greenhouse: [7, { slug: 'acme', country: 'CA' }],
    },
  }
  const boards = [
    'lever/acme',
    "ats.lever[1]: slug: 'a b/c' cannot be a board of Lever; add the address of the board, such as https://jobs.lever.co/acme",
    'paycom/0018f094e55bb89123a5fefa4db07200',
    'dayforce/103772/CANDIDATEPORTAL',
    'dayforce/acme-co/MY-SITE',
    "ats.taleo[0]: slug: 'acme' cannot be a board of Taleo; add the address of the board, such as https://acme.taleo.net/careersection/2/jobsearch.ftl",
    "ats.unheard[0]: source: 'unheard' is not a known system; see bun run boards --help",
    'ats.greenhouse[0]: slug: expected a text',
    'greenhouse/acme | CA',
  ]
  expect(read(JSON.stringify(list))).toEqual(boards)
  expect(read(JSON.stringify(list, null, 2))).toEqual(boards)
  expect(() => read('{"ats": {"lever": "acme"}}')).toThrow('ats.lever: expected an array of boards')
})

test('a JSON array, NDJSON, and an address a line', () => {
  const [lever, ashby] = ['https://jobs.lever.co/acme', 'https://jobs.ashbyhq.com/acme']
  expect(read(JSON.stringify([{ url: lever }, ashby]))).toEqual(['lever/acme', 'ashby/acme'])
  expect(read(`{"url":"${lever}"}\n\n{"careers_url":"${ashby}"}\n`)).toEqual([
    'lever/acme',
    'ashby/acme',
  ])
  expect(read(`${lever}\r\n${ashby}\n`)).toEqual(['lever/acme', 'ashby/acme'])
  expect(read(lever)).toEqual(['lever/acme'])
  expect(() => read('[{"url"')).toThrow('not JSON')
})

test('a refused record names its line and its column', () => {
  const header = 'careers_url,ats,country'
  expect(read(`${header}\nhttps://acme.example,,\n`)).toEqual([
    "line 2: careers_url: 'https://acme.example' is not a board of a known system; see bun run boards --help",
  ])
  expect(read(`${header}\nhttps://acme.example,levr,\n`)).toEqual([
    "line 2: ats: 'levr' is not a known system; did you mean lever?",
  ])
  expect(read(`${header}\nhttps://jobs.lever.co/acme,,FR\n`)).toEqual([
    "line 2: country: expected CA or US, got 'FR'",
  ])
  const [nothing] = read(`${header}\n,lever,CA\n`)
  expect(nothing).toStartWith('line 2: expected address (or board_url, ')
  for (const name of ['careers_url', 'ats', 'source', 'slug', 'token'])
    expect(nothing).toContain(name)
})

test('a line of NDJSON that is no object is refused by itself, or is an address', () => {
  const [first, ...rest] = read(
    '{"url":"https://jobs.lever.co/acme"}\nnull\n7\n"https://jobs.lever.co/beta"\n',
  )
  expect([first, rest.at(-1)]).toEqual(['lever/acme', 'lever/beta'])
  expect(rest[0]).toStartWith('line 2: expected address (or ')
  expect(rest[1]).toBe('line 3: address: expected a text')
})

test('a short line is refused by itself', () => {
  expect(read('name,url\nAcme\nBeta,https://jobs.lever.co/beta\n')).toEqual([
    expect.stringContaining('line 2: expected address'),
    'lever/beta | Beta',
  ])
})
