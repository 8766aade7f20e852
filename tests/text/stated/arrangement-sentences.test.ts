import { describe, expect, test } from 'bun:test'
import { arrangementSentences } from '../../../src/text/stated/arrangement-sentences'
import { statedFields } from '../../../src/text/stated/stated-fields'

describe('sentences', () => {
  test.each([
    ['This is a hybrid role with 3 days per week in the office.', 'hybrid'],
    ['This position is fully remote, and we have flexible work hours.', 'remote'],
    ['**This role is on-site** in Halifax.', 'onsite'],
    ['This role is onsite at our office.', 'onsite'],
    ['We bake. This is a full-time, in-person position in Toronto.', 'onsite'],
    ['Please note that this is a fully remote position.', 'remote'],
    ['The Baker role is 100% telework; the duty station is your home.', 'remote'],
    ['This is a home-based position covering the province.', 'remote'],
    ['This position follows a hybrid work model.', 'hybrid'],
    ['The City offers a hybrid work arrangement for this position.', 'hybrid'],
    ['Hybrid: 2 days per week in the office.', 'hybrid'],
    ['You will join us in a hybrid capacity.', 'hybrid'],
    ['Work arrangement: This is a hybrid position, 3 days a week', 'hybrid'],
    ['Ce poste est entièrement en télétravail; le matériel est fourni.', 'remote'],
    ['Poste en présentiel uniquement, à Laval.', 'onsite'],
    ['- Mode de travail hybride avec présence au bureau', 'hybrid'],
    ["Le travail s'effectue à distance au Québec.", 'remote'],
    ['Baker\n#LI-Hybrid', 'hybrid'],
    ['The position is full-time, salaried and in-person.', 'onsite'],
    ['This role is based onsite at our bakery in Laval.', 'onsite'],
    ['This job is performed in person at the mill.', 'onsite'],
    ['The head baker works on site at our mill; the oven is warm.', 'onsite'],
    ['This position requires full-time on-site presence in our mill.', 'onsite'],
    ['In person 5 days/week in Regina', 'onsite'],
    ['You will work remotely from your home in Ontario.', 'remote'],
    ['All work is performed remotely.', 'remote'],
    ['This is a work-from-home position.', 'remote'],
    ['This opportunity is a virtual position and may be done anywhere.', 'remote'],
    ['- Fully remote work environment', 'remote'],
    ['Full-time, remote', 'remote'],
    ['This remote position reports to the head baker.', 'remote'],
    ['We seek a baker (full-time remote role) for our mill.', 'remote'],
    ['100% remote work', 'remote'],
    ['Work is hybrid: four days at the mill.', 'hybrid'],
    ['Hybrid work schedule (4 days in the office)', 'hybrid'],
    ['Hybrid: remote on Fridays, in the office on other days.', 'hybrid'],
    ['Position works in a hybrid model.', 'hybrid'],
    ['Télétravail hybride, 2 jours par semaine.', 'hybrid'],
    ['Présence au bureau trois jours par semaine; mode hybride.', 'hybrid'],
    ['Travail sur place, 40 heures par semaine, été compris.', 'onsite'],
    ['#LI-REMOTE #LI-AB1', 'remote'],
    ['Mill Ltd | Head Baker | Remote (US & Canada) | Full-time', 'remote'],
    ['Mill Ltd | Full-time | ONSITE in Regina | $60k - $70k', 'onsite'],
    ['Regina • Hybrid', 'hybrid'],
    ['Remote in Regina, SK', 'remote'],
    ['Hybrid remote in Regina, SK', 'hybrid'],
    ['Small team. Fully remote. Good bread.', 'remote'],
    ['All are expected to work on site.', 'onsite'],
    ['This is a full-time hybrid role for a head baker.', 'hybrid'],
    ['The position is hybrid onsite in our Regina mill.', 'hybrid'],
    ['This is a hybrid in-office role in either Regina or Laval.', 'hybrid'],
    ['This is a hybrid role where you bake at home and at the mill.', 'hybrid'],
  ])('%j', (text, expected) => {
    expect<string | undefined>(arrangementSentences(text).stated?.value).toBe(expected)
  })
})

describe('sentences that say nothing', () => {
  test.each([
    ['#LI-Remotes'],
    ['Mill Ltd | Baker | Remote | Onsite'],
    ['Mill Ltd | Baker | Remote or Regina | Full-time'],
    ['Home | Remote jobs | Hybrid cloud ovens | About us'],
    ['Remote in the hills, our mill is old.'],
    ['This is a hybrid role in which you bake and keep the books.'],
    ['The head baker position is a hybrid role for a leader who bakes and sells.'],
    ['This role is remote-friendly.'],
    ['This is a remote-first company.'],
    ['This role is preferably based onsite at our mill.'],
    ['This role is responsible for remote bakers.'],
    ['The team works remotely at times.'],
    ['You will work remotely with bakers of other towns.'],
    ['In person 3 days/week in Regina'],
    ['Remote work policy'],
    ['The position is full-time, local or remote.'],
    ['This hybrid role will lead bakers and clean the oven.'],
    ['This is a remote role, as long as you live near an office.'],
    ['This is a remote role or hybrid role.'],
    ['This role is in-office, 3 days a week.'],
    ['This position is remote until the office opens.'],
    ['This position will be hybrid in Lehi (open to US Remote)'],
    ['This is a hybrid role with both recruiting and sourcing.'],
    ['This is a hybrid role.\nThis position is remote.'],
    ['If this is a remote role, say so.'],
    ['This is a remote patient monitoring role.'],
    ['The hybrid vehicle position is in Regina.'],
    ['Our clinic serves a remote community.'],
    ['On-site daycare is available.'],
    ['Les entrevues se tiendront à distance.'],
  ])('%j', (text) => expect(arrangementSentences(text).stated).toBeUndefined())
})

describe('denials', () => {
  test.each([
    ['This is not a remote position.', true],
    ['This position is 100% on-site; no remote or hybrid arrangements.', true],
    ['This position is not eligible for remote work.', true],
    ['Telework eligible: No', true],
    ['This is not a work from home position.', true],
    ['This is a full-time, non-remote role.', true],
    ['This role cannot be done remotely.', true],
    ["Ce poste n'est pas admissible au télétravail.", true],
    ["Le télétravail n'est pas possible.", true],
    ['This is a remote position.', false],
    ['The remote control is here.', false],
    ['Remote work arrangements are not available for all positions.', false],
  ])('%j', (text, expected) => expect(arrangementSentences(text).isDenied).toBe(expected))
})

test.each([
  ['This is a remote role within the US and Canada.', 'the US and Canada'],
  ['This role is remote and can be done in the U.S., reporting to Toronto.', 'the US'],
  ['The role is 100% remote and open to residents of Ontario and Quebec.', 'Ontario and Quebec'],
  ['This role is remote and you will work with teams in California.', undefined],
  ['This is a hybrid role in Ottawa.', undefined],
])('the scope of %j', (text, scope) => expect(arrangementSentences(text).stated?.scope).toBe(scope))

const JOB = {
  title: 'Baker',
  date_posted: null,
  date_valid_through: null,
  location_type: null,
  salary: null,
  employment_type: null,
  work_arrangement: null,
}

test.each([
  ['Baker', 'We bake. This is a hybrid role in our Ottawa office. Apply now.', 'hybrid'],
  ['Baker (Remote)', 'This is a hybrid role.', undefined],
  ['Baker (Remote)', 'This is not a remote position.', undefined],
  ['Baker (Remote US/CAN)', 'We bake.', 'remote'],
  ['Baker', 'Location: Remote\nThis is a hybrid role.', undefined],
  ['Baker', 'Work Location: Hybrid remote in Halifax, NS', 'hybrid'],
  ['Baker', 'Work Location: Remote, anywhere in Canada.', 'remote'],
  ['Baker', 'Lieu du poste : Télétravail', 'remote'],
])('the title %j and the text %j', (title, text, expected) => {
  const places = { country: 'CA', regions: [], isOnlyCountry: true } as const
  const { work_arrangement } = statedFields({ ...JOB, title }, { text, places, payFromText: true })
  expect<string | undefined>(work_arrangement?.value).toBe(expected)
  if (title === 'Baker') expect(text).toContain(work_arrangement?.words ?? '')
})
