import { describe, expect, test } from 'bun:test'
import { Readable } from 'node:stream'
import { collectorPostings } from '../../../src/catalogue/database/schema/collector'
import { importPostings } from '../../../src/catalogue/import/import-postings'
import { addBoard, setBoardState } from '../../../src/collect/board/boards'
import { countOtherBoards, otherBoardLine } from '../../../src/collect/judge/other-boards'
import { readPreferredBoard } from '../../../src/collect/judge/preferred-board'
import { otherBoardOf } from '../../../src/collect/names/board-of-address'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { type FakeAnswer, type FakeJob, fakeAddress } from '../support/fake-system'
import { useRehearsal } from '../support/use-rehearsal'

const rehearsal = useRehearsal()

const BOISE = 'Boise, ID'

/** A posting of the board `ats`, and the same one on another site, which leads there. */
const own = (id: string, place = BOISE): FakeJob => ({ id, title: `Job ${id}`, place })
const copy = (id: string, place = BOISE): FakeJob => ({
  ...own(`copy-${id}`, place),
  apply: fakeAddress('ats', `${id}?source=site`),
})

const PREFER = { settings: { prefer: 'fake/ats' } }

async function list(slug: string, ...jobs: FakeJob[]): Promise<void> {
  rehearsal.server.boards.set(slug, { jobs } satisfies FakeAnswer)
}

/** Adds both boards, the site without its preference, and collects them. */
async function collectBoth(site: readonly FakeJob[], ats: readonly FakeJob[]): Promise<void> {
  await rehearsal.add('site', { jobs: site })
  await rehearsal.add('ats', { jobs: ats })
  await rehearsal.run()
}

async function prefer(name: string, slug = 'site'): Promise<void> {
  const settings = { prefer: name }
  await addBoard(rehearsal.database, { source: 'fake', slug, settings }, rehearsal.clock.now())
}

/** The jobs by board and id, and for those that left their status. */
async function jobs(): Promise<string[]> {
  const statuses = ['active', 'excluded', 'expired']
  const found = await Promise.all(statuses.map((status) => rehearsal.jobs(status)))
  return found
    .flat()
    .map(({ board, id, status }) => `${board}/${id}${status === 'active' ? '' : ` ${status}`}`)
    .toSorted()
}

async function lines(): Promise<string[]> {
  const found = await countOtherBoards(rehearsal.database)
  return found.map((other) => otherBoardLine(other, 9))
}

describe('a posting whose address for applying is one of another board', () => {
  test('is marked by its name, and stays', async () => {
    await collectBoth([copy('1'), own('2')], [own('1')])
    expect(await lines()).toEqual(['1 of 9 are postings of fake/ats'])
    expect(await jobs()).toEqual(['ats/1', 'site/2', 'site/copy-1'])
  })

  test('is not marked by a board that is not collected', async () => {
    const [first, second] = [copy('1'), { ...own('2'), apply: fakeAddress('unknown', '2') }]
    await collectBoth([first, second], [])
    const { id } = await rehearsal.board('ats')
    expect(await lines()).toEqual(['1 of 9 are postings of fake/ats'])
    await setBoardState(rehearsal.database, id, 'removed', rehearsal.clock.now())
    expect(await lines()).toEqual([])
  })

  test('is marked whatever case the address has', async () => {
    await collectBoth([{ ...copy('1'), apply: fakeAddress('ATS', '1') }], [own('1')])
    expect(await lines()).toEqual(['1 of 9 are postings of fake/ats'])
  })
})

describe('with the setting prefer', () => {
  test('postings that the preferred board has are left out and counted', async () => {
    await rehearsal.add('ats', { jobs: [own('1'), own('2')] })
    await rehearsal.run()
    await rehearsal.add('site', { jobs: [copy('1'), copy('2'), own('3')] }, PREFER)
    await rehearsal.run()
    expect(await jobs()).toEqual(['ats/1', 'ats/2', 'site/3'])
    expect(await lines()).toEqual(['2 of 9 are postings of fake/ats, 2 left out'])
  })

  test('jobs that are there leave as excluded when the preferred board has them, not before', async () => {
    await collectBoth([copy('1'), copy('2')], [own('1')])
    await prefer('fake/ats')
    await rehearsal.run()
    expect(await jobs()).toEqual(['ats/1', 'site/copy-1 excluded', 'site/copy-2'])
    await list('ats', own('1'), own('2'))
    await rehearsal.after(48)
    await rehearsal.after(48)
    expect(await jobs()).toEqual(['ats/1', 'ats/2', 'site/copy-1 excluded', 'site/copy-2 excluded'])
  })

  test('a list that did not change is read for it too', async () => {
    await collectBoth([copy('1')], [])
    await prefer('fake/ats')
    await rehearsal.run()
    await list('ats', own('1'))
    await rehearsal.after(48)
    await rehearsal.after(48)
    expect(await jobs()).toEqual(['ats/1', 'site/copy-1 excluded'])
    expect(rehearsal.server.requests.at(-1)?.status).toBe(304)
  })

  test('the preferred board has to have the posting in the same countries', async () => {
    await collectBoth([copy('1', 'Boise, ID; Toronto, ON')], [own('1')])
    await prefer('fake/ats')
    await rehearsal.run()
    expect(await jobs()).toEqual(['ats/1', 'site/copy-1', 'site/copy-1'])
    await list('ats', own('1', 'Boise, ID; Toronto, ON'))
    await rehearsal.after(48)
    await rehearsal.after(48)
    expect(await jobs()).toEqual(['ats/1', 'ats/1', 'site/copy-1 excluded', 'site/copy-1 excluded'])
  })

  test('a posting comes back when the preferred board moves it to another country', async () => {
    await collectBoth([copy('1')], [own('1')])
    await prefer('fake/ats')
    await rehearsal.run()
    expect(await jobs()).toEqual(['ats/1', 'site/copy-1 excluded'])
    await list('ats', own('1', 'Toronto, ON'))
    await rehearsal.after(48)
    await rehearsal.after(48)
    expect(await rehearsal.jobs()).toMatchObject([
      { board: 'ats', country: 'CA' },
      { board: 'site', country: 'US' },
    ])
    await list('ats', own('1'))
    await rehearsal.after(48)
    await rehearsal.after(48)
    expect(await rehearsal.jobs()).toMatchObject([{ board: 'ats', country: 'US' }])
  })

  test('a posting stays left out as long as the job of the preferred board is active, and then comes back', async () => {
    await collectBoth([copy('1'), copy('2')], [own('1'), own('2')])
    await prefer('fake/ats')
    await rehearsal.run()
    await list('ats', own('2'))
    await rehearsal.after(48)
    const excluded = ['site/copy-1 excluded', 'site/copy-2 excluded']
    // One list without it is no proof.
    expect(await jobs()).toEqual(['ats/1', 'ats/2', ...excluded])
    await rehearsal.after(48)
    await rehearsal.after(48)
    expect(await jobs()).toEqual(['ats/1 expired', 'ats/2', 'site/copy-1', ...excluded])
    await list('site', copy('2'))
    await rehearsal.after(48)
    await rehearsal.after(48)
    expect(await jobs()).toEqual([
      'ats/1 expired',
      'ats/2',
      'site/copy-1 excluded',
      'site/copy-1 expired',
      'site/copy-2 excluded',
    ])
  })

  test('a posting that the last list of the preferred board lacks is not left out newly', async () => {
    await collectBoth([copy('1')], [own('1'), own('2')])
    await list('ats', own('2'))
    await rehearsal.after(48)
    await prefer('fake/ats')
    await rehearsal.run()
    expect(await jobs()).toEqual(['ats/1', 'ats/2', 'site/copy-1'])
  })

  test('an open job stays whose address has an id of the preferred board only in its query', async () => {
    const ids = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
    const site = [...ids, '77'].map((id) => ({
      ...own(`copy-${id}`),
      apply: fakeAddress('ats', `${id}?source=5`),
    }))
    await collectBoth(
      site,
      ids.map((id) => own(id)),
    )
    for (let day = 0; day < 3; day += 1) await rehearsal.after(48)
    expect((await rehearsal.board('site')).preferredBoard).toBe('fake/ats')
    const active = (await jobs()).filter((job) => !job.includes(' '))
    expect(active).toEqual([...ids.map((id) => `ats/${id}`), 'site/copy-77'])
  })

  test('of two boards whose names differ in case, the one that is written so is preferred', async () => {
    await collectBoth([copy('1')], [own('1')])
    await rehearsal.add('ATS', { jobs: [] })
    await prefer('fake/ats')
    await rehearsal.run()
    expect(await jobs()).toEqual(['ats/1', 'site/copy-1 excluded'])
    await prefer('fake/Ats')
    await rehearsal.after(48)
    expect(await jobs()).toEqual(['ats/1', 'site/copy-1', 'site/copy-1 excluded'])
  })

  test('a posting that is left out and leaves its list says nothing of the other job', async () => {
    await collectBoth([copy('1'), copy('2')], [own('1'), own('2')])
    await prefer('fake/ats')
    await rehearsal.run()
    await list('site', copy('2'))
    await rehearsal.after(48)
    await rehearsal.after(48)
    expect(await jobs()).toEqual(['ats/1', 'ats/2', 'site/copy-1 excluded', 'site/copy-2 excluded'])
    expect((await rehearsal.postings('site')).map(({ externalId }) => externalId)).toEqual([
      'copy-2',
    ])
  })

  test.each([
    ['removed', 'fake/ats'],
    ['dead', 'fake/ats'],
    [undefined, ''],
  ] as const)(
    'postings come back when the preferred board is %s and prefer is %j',
    async (state, name) => {
      await collectBoth([copy('1')], [own('1')])
      await prefer('fake/ats')
      await rehearsal.run()
      if (state === 'removed') {
        const { id } = await rehearsal.board('ats')
        await setBoardState(rehearsal.database, id, state, rehearsal.clock.now())
      } else if (state === 'dead') {
        rehearsal.server.boards.set('ats', undefined)
        for (let day = 0; day < 6; day += 1) await rehearsal.after(25)
      } else await prefer(name)
      await rehearsal.after(48)
      const isUnreachable = state === 'dead' ? ' expired' : ''
      expect(await jobs()).toEqual([`ats/1${isUnreachable}`, 'site/copy-1', 'site/copy-1 excluded'])
      const { settings } = await rehearsal.board('site')
      expect(settings).toEqual(name === '' ? {} : { prefer: name })
    },
  )

  test('a job that was imported before its board was added leaves too', async () => {
    await rehearsal.add('ats', { jobs: [own('1'), own('2')] })
    await rehearsal.run()
    await rehearsal.add('site', { jobs: [copy('1')] }, PREFER)
    const { id } = await rehearsal.board('site')
    await importJob('site', 'copy-1')
    await rehearsal.run()
    await list('site', copy('1'), copy('2'))
    await setBoardState(rehearsal.database, id, 'removed', rehearsal.clock.now())
    await importJob('site', 'copy-1')
    await addBoard(rehearsal.database, { source: 'fake', slug: 'site' }, rehearsal.clock.now())
    await rehearsal.run()
    const excluded = 'site/copy-1 excluded'
    expect(await jobs()).toEqual(['ats/1', 'ats/2', excluded, excluded])
  })

  test('so does one that is abroad', async () => {
    await rehearsal.add('site', { jobs: [own('1', 'Berlin, Germany')] })
    await rehearsal.run()
    const { id } = await rehearsal.board('site')
    await setBoardState(rehearsal.database, id, 'removed', rehearsal.clock.now())
    await importJob('site', '1')
    await addBoard(rehearsal.database, { source: 'fake', slug: 'site' }, rehearsal.clock.now())
    await rehearsal.run()
    expect(await jobs()).toEqual(['site/1 excluded'])
  })

  test('a paused board is preferred still', async () => {
    await collectBoth([copy('1')], [own('1')])
    const { id } = await rehearsal.board('ats')
    await setBoardState(rehearsal.database, id, 'paused', rehearsal.clock.now())
    await prefer('fake/ats')
    await rehearsal.run()
    expect(await jobs()).toEqual(['ats/1', 'site/copy-1 excluded'])
  })

  test('boards that prefer each other both keep what they share', async () => {
    const back = { ...own('1'), apply: fakeAddress('site', 'copy-1') }
    await collectBoth([copy('1')], [back])
    await prefer('fake/ats')
    await prefer('fake/site', 'ats')
    await rehearsal.run()
    expect(await jobs()).toEqual(['ats/1', 'site/copy-1'])
  })

  test('a board of which all is left out has postings in these countries', async () => {
    await rehearsal.add('ats', { jobs: [own('1')] })
    await rehearsal.run()
    await rehearsal.add('site', { jobs: [copy('1')] }, PREFER)
    for (let round = 0; round < 4; round += 1) await rehearsal.after(48)
    expect((await rehearsal.board('site')).listsWithoutPosting).toBe(0)
  })

  test('postings whose details are read one by one', async () => {
    await collectBoth([], [own('1'), own('2')])
    const settings = { details: 'yes', prefer: 'fake/ats' }
    await rehearsal.add('more', { jobs: [copy('1'), copy('2'), own('3')] }, { settings })
    await rehearsal.run({ budget: { details: 1, ms: 60_000 } })
    expect(await jobs()).toEqual(['ats/1', 'ats/2', 'more/3'])
  })
})

async function importJob(slug: string, id: string): Promise<void> {
  const url = fakeAddress(slug, id)
  const identity = { source: 'fake', source_slug: slug, external_id: id }
  const text = JSON.stringify({ ...identity, title: 'Imported', url, countries: ['US'] })
  await importPostings(rehearsal.writer, Readable.from([{ number: 1, text, bytes: 0 }]), {
    history: false,
    onReject: async ({ issue }) => expect(issue).toBe(''),
    onProgress: () => undefined,
  })
}

describe('the board of an address for applying', () => {
  const board = { source: 'eightfold', slug: 'acme' }
  const boardOf = (...addresses: (string | null)[]) =>
    otherBoardOf(addresses, board, SYSTEMS).otherBoard

  test.each([
    [
      'workday/acme/External',
      'https://acme.wd5.myworkdayjobs.com/en-US/External/job/Boise-ID/Cook_R-12/apply',
    ],
    ['icims/careers-acme', 'https://careers-acme.icims.com/jobs/1234/cook/job?mode=apply'],
    ['greenhouse/acme', 'https://boards.greenhouse.io/embed/job_app?for=acme&token=4731447005'],
    [null, 'https://acme.eightfold.ai/careers/job/755957773457'],
    [null, 'https://jobs.acme.example/apply/12'],
    [null, 'mailto:jobs@acme.example'],
  ])('%s', (name, address) => {
    expect(boardOf(address)).toBe(name)
  })

  test('is that of the address of the posting where the other one tells none', () => {
    const lever = 'https://jobs.lever.co/acme/11111111-2222-3333-4444-555555555555'
    const its = 'https://acme.eightfold.ai/careers/job/755957773457'
    expect([boardOf(null, lever), boardOf(its, lever), boardOf(its, null)]).toEqual([
      'lever/acme',
      'lever/acme',
      null,
    ])
  })
})

describe('the posting at an address', () => {
  const WORKDAY = 'https://acme.wd5.myworkdayjobs.com/en-US/External/job'
  const UUID = '11111111-2222-3333-4444-555555555555'

  test.each([
    ['workday/acme/External', ['R-12'], `${WORKDAY}/Boise-ID/Cook_R-12/apply`, ['US']],
    ['workday/acme/External', ['/job/Boise/Cook_R-12'], `${WORKDAY}/Reno/Chef_R-12`, ['US']],
    ['workday/acme/External', ['R-12'], `${WORKDAY}/Boise-ID/Cook_R-121`, undefined],
    ['icims/careers-acme', ['1234'], 'https://careers-acme.icims.com/jobs/1234/cook/job', ['US']],
    [
      'icims/careers-acme',
      ['3'],
      'https://careers-acme.icims.com/jobs/1234/3-d-artist/job',
      undefined,
    ],
    [
      'greenhouse/acme',
      ['47314'],
      'https://boards.greenhouse.io/embed/job_app?for=acme&token=47314',
      ['US'],
    ],
    ['lever/acme', [UUID], `https://jobs.lever.co/acme/${UUID}/apply`, ['US']],
    [
      'smartrecruiters/Acme',
      ['744000012'],
      'https://jobs.smartrecruiters.com/Acme/744000012-cook',
      ['US'],
    ],
    ['lever/acme', [UUID], 'https://jobs.lever.co/acme/%zz', undefined],
    ['lever/acme', [UUID], `https://jobs.lever.co/other/${UUID}`, undefined],
    ['bamboohr/acme', ['5'], 'https://acme.bamboohr.com/careers/77?source=5', undefined],
    ['bamboohr/acme', ['5'], 'https://acme.bamboohr.com/careers/77/5', undefined],
    ['bamboohr/acme', ['5'], 'https://acme.bamboohr.com/careers?id=5', undefined],
    ['bamboohr/acme', ['5'], 'https://other.bamboohr.com/careers/5', undefined],
    ['bamboohr/acme', ['5'], 'https://acme.bamboohr.com/careers/5?source=77', ['US']],
    [
      'paylocity/3f2c1a90-5b7d-4e68-9a01-c4d5e6f70812',
      ['5'],
      'https://recruiting.paylocity.com/recruiting/jobs/All/3f2c1a90-5b7d-4e68-9a01-c4d5e6f70812/5',
      undefined,
    ],
  ])('%s %j %s', async (name, ids, address, expected) => {
    const { database, clock } = rehearsal
    const [source = '', slug] = name.split(/\/(.*)/s)
    await addBoard(database, { source, slug: slug ?? '' }, clock.now())
    const boardId = (await rehearsal.board(slug ?? '', source)).id
    const row = { boardId, fingerprint: 'f', contentHash: 'h', countries: ['US'] }
    await database.db
      .insert(collectorPostings)
      .values(ids.map((id) => ({ ...row, externalId: id })))
    const preferred = await readPreferredBoard(database, name, SYSTEMS)
    expect(preferred?.activePosting(address)?.countries).toEqual(expected)
  })

  test('of several with one requisition is the one with this path, or none', async () => {
    const { database, clock } = rehearsal
    await addBoard(database, { source: 'workday', slug: 'acme/External' }, clock.now())
    const boardId = (await rehearsal.board('acme/External', 'workday')).id
    const row = { boardId, fingerprint: 'f', contentHash: 'h' }
    await database.db.insert(collectorPostings).values([
      { ...row, externalId: '/job/Boise/Cook_R-12', countries: ['US'] },
      { ...row, externalId: '/job/Toronto/Cook_R-12', countries: ['CA', 'US'] },
    ])
    const preferred = await readPreferredBoard(database, 'workday/acme/External', SYSTEMS)
    const at = (place: string) =>
      preferred?.activePosting(`${WORKDAY}/${place}/Cook_R-12`)?.countries
    expect([at('Boise'), at('Toronto'), at('Reno')]).toEqual([['US'], ['CA', 'US'], undefined])
  })
})
